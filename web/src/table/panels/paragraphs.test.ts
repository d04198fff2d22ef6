import { expect, test } from 'vitest'
import type { Line } from '../../lib/protocol'
import { paragraphs } from './paragraphs'

const line = (text: string, pace: Line['pace']): Line => ({ version: 0, text, rule: '', pace, side: null, mentions: [] })

test('lines join the deed they belong to, and quiet ones are left out', () => {
  const log = [
    line('Turning point 1.', 'begins'),
    line('Ready.', 'quiet'),
    line('Ada is activated.', 'opens'),
    line('Ada shoots.', 'belongs'),
    line('4 5 6', 'goes on'),
    line('Bea uses a ploy.', 'goes on within'),
    line('Turning point 2.', 'begins'),
    line('A ploy between.', 'goes on within'),
    line('A shot alone.', 'belongs'),
  ]
  const found = paragraphs(log)
  expect(found.map((one) => one.lines.map((each) => each.text))).toEqual([
    ['Turning point 1.'],
    ['Ada is activated.'],
    ['Ada shoots.', '4 5 6', 'Bea uses a ploy.'],
    ['Turning point 2.'],
    ['A ploy between.'],
    ['A shot alone.'],
  ])
  expect(found.map((one) => one.inset)).toEqual([false, false, true, false, false, false])
})
