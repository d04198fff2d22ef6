import { describe, expect, it } from 'vitest'
import { columnsBelow, type Cell, type Table } from './printed'

const table = (columns: string[], ...rows: Cell[][]): Table => ({ columns, rows, lines: [] })
const noted = (...texts: string[]): Cell => texts.map((text) => ({ text, rule: '', meaning: '' }))

describe('what of a card stands below its figures', () => {
  it('is what is long', () => {
    const ploys = table(['ploy', '', '', 'what it does'], ['Hold', 'strategy', '1CP', 'Everybody stays where they are, and likes it.'])
    expect([...columnsBelow(ploys)]).toEqual([3])
  })

  it('are rules, however short, in every language', () => {
    const weapon = ['Bow of thorns', 'ranged', '4', '3+', '3/4']
    const columns = ['weapon', '', 'A', 'BS/WS', 'D', 'SR', '!']
    expect([...columnsBelow(table(columns, [...weapon, noted('AP1'), '-'], [...weapon, '-', '-']))]).toEqual([5, 6])
    expect([...columnsBelow(table(columns, ['荆棘弓', '远程', '4', '3+', '3/4', noted('重型', '悄无声息'), noted('MW3')]))]).toEqual([5, 6])
    expect([...columnsBelow(table(columns, [...weapon, noted('Range 6"', 'No Cover'), noted('Rending')]))]).toEqual([5, 6])
  })

  it('is nothing where there are only figures', () => {
    expect(columnsBelow(table([...'MWBSTWALS'], ['6"', '4+', '3+', '3', '3', '2', '2', '8', '4+'])).size).toBe(0)
  })
})
