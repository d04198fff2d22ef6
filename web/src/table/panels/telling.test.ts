import { describe, expect, it } from 'vitest'
import { bits } from './telling'

const shown = (text: string, ...mentions: ['model' | 'side' | 'die', number, number, number][]) =>
  bits({ text, mentions: mentions.map(([kind, number, start, end]) => ({ kind, number, start, end })) }, [0, 1])
    .filter((bit) => bit.text)
    .map((bit) => (bit.face !== null ? `<${bit.face}>` : bit.side !== null ? `[${bit.side} ${bit.text}]` : bit.text))

describe('a line of the log', () => {
  it('has the names in the colours of their sides', () => {
    expect(shown('Heron attacks Sleeper.', ['model', 0, 0, 5], ['model', 1, 14, 21])).toEqual(['[0 Heron]', ' attacks ', '[1 Sleeper]', '.'])
    expect(shown('Barrow Company win.', ['side', 1, 0, 14])).toEqual(['[1 Barrow Company]', ' win.'])
  })

  it('has its dice as dice, and no other numbers', () => {
    expect(shown('Heron saves: 2 against 2+.', ['model', 0, 0, 5], ['die', 2, 13, 14])).toEqual(['[0 Heron]', ' saves: ', '<2>', ' against 2+.'])
    expect(shown('They roll 6 3.', ['die', 6, 10, 11], ['die', 3, 12, 13])).toEqual(['They roll ', '<6>', '<3>', '.'])
  })

  it('counts letters, however many units they take', () => {
    expect(shown('🦉 Owl waits.', ['model', 1, 0, 5])).toEqual(['[1 🦉 Owl]', ' waits.'])
  })

  it('is as it stands where nothing is mentioned', () => {
    expect(shown('nothing to see')).toEqual(['nothing to see'])
  })
})
