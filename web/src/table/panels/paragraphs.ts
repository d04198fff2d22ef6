// The log as paragraphs: what belongs to one deed stands together.
import type { Line } from '../../lib/protocol'

export interface Paragraph {
  key: number
  inset: boolean // it belongs to the deed above
  lines: Line[]
}

/** Lines in order, cut into paragraphs as their pace says; quiet ones are left out. */
export function paragraphs(log: Line[]): Paragraph[] {
  const found: Paragraph[] = []
  let underWay = false
  log.forEach((line, key) => {
    if (line.pace === 'quiet') return
    const last = found.at(-1)
    if (last && (line.pace === 'goes on' || (underWay && line.pace === 'goes on within'))) {
      last.lines.push(line)
      return
    }
    const inset = underWay && line.pace === 'belongs'
    underWay = inset || line.pace === 'opens'
    found.push({ key, inset, lines: [line] })
  })
  return found
}
