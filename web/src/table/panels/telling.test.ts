import { describe, expect, it } from 'vitest'
import type { Model, Side } from '../../lib/protocol'
import { bits, namesOf } from './telling'

const names = namesOf(
  [
    { name: 'Sleeper 2', side: 1 },
    { name: 'Sleeper 20', side: 1 },
    { name: 'Heron', side: 0 },
    { name: 'Guard', side: 0 },
    { name: 'Guard', side: 1 },
  ] as Model[],
  [{ team: 'Fen Fusiliers' }, { team: 'Barrow Company' }] as Side[],
)
const shown = (text: string, dice: number[] | null = null) =>
  bits(text, names, dice)
    .filter((bit) => bit.text)
    .map((bit) => (bit.face !== null ? `<${bit.face}>` : bit.side !== null ? `[${bit.side} ${bit.text}]` : bit.text))

describe('a line of the log', () => {
  it('has the names in the colours of their sides', () => {
    expect(shown('Heron attacks Sleeper 20.')).toEqual(['[0 Heron]', ' attacks ', '[1 Sleeper 20]', '.'])
    expect(shown('Barrow Company win.')).toEqual(['[1 Barrow Company]', ' win.'])
  })

  it('gives nobody a name that both sides bear', () => {
    expect(shown('Guard is ready.')).toEqual(['Guard', ' is ready.'])
  })

  it('has its dice as dice, and no other numbers', () => {
    expect(shown('Sleeper 2 saves: 2 against 2+.', [2])).toEqual(['[1 Sleeper 2]', ' saves: ', '<2>', ' against 2+.'])
    expect(shown('Fen Fusiliers roll 6 3 6.', [6, 3, 6])).toEqual(['[0 Fen Fusiliers]', ' roll ', '<6>', '<3>', '<6>', '.'])
    expect(shown('3 -1 against 3+', [3])).toEqual(['<3>', ' -1 against 3+'])
    expect(shown('Heron rolls the save 3 again: 3.', [3])).toEqual(['[0 Heron]', ' rolls the save 3 again: ', '<3>', '.'])
    expect(shown('relance (le jet 1) : 1, donc 1 sur 1', [1])).toEqual(['relance (le jet 1) : ', '<1>', ', donc 1 sur 1'])
    expect(shown('Heron: 3 attacks (D6: 3).', [3])).toEqual(['[0 Heron]', ': 3 attacks (D6: ', '<3>', ').'])
    expect(shown('nothing to see', [4])).toEqual(['nothing to see'])
  })
})
