// A question about odds: as the address of the page says it, as the server is asked, and as one begins.
import type { components } from '../lib/schema'

type Told = components['schemas']
export type Kind = 'shoot' | 'fight' | 'table'
export type Value = boolean | number | string
type Figures = Told['OperativeRow']['figures']
type Terms = Record<string, Value>

export type Term = Omit<Told['TermCard'], 'usual' | 'place' | 'kind'> & {
  usual: Value | null
  place: 'attacker' | 'defender' | 'dice' | 'play'
  kind: 'flag' | 'number' | 'choice' | 'text'
}
export type WeaponRow = Omit<Told['WeaponRow'], 'terms'> & { terms: Terms }
export type OperativeRow = Omit<Told['OperativeRow'], 'weapons'> & { weapons: WeaponRow[] }
export type TeamRows = Omit<Told['TeamRows'], 'operatives'> & { operatives: OperativeRow[] }
export type Sheet = Omit<Told['OddsSheet'], 'words' | 'cards' | 'teams' | Kind> & {
  teams: TeamRows[]
  words: { damage: string; out: string; hurt: string }
  cards: Record<CardName, Told['Written']>
} & Record<Kind, Term[]>

export const CARDS = ['weapon', 'target', 'attacker', 'defender'] as const
export type CardName = (typeof CARDS)[number]
export const KINDS: Kind[] = ['shoot', 'fight', 'table']
export const MOST_TARGETS = 8

/** Whom one shoots at, and what is said of it alone. */
export interface Aim {
  text: string
  said: string[] // names of terms
}
export interface Question {
  kind: Kind
  ruleset: string
  weapon: string
  targets: Aim[]
  attacker: string
  defender: string // empty: it has no weapon
  team: string
  against: string
  terms: Record<string, Value> // those that are not as usual
}

/** What can be picked from a team: a weapon of a kind, or an operative as a target. */
export interface Row {
  id: string
  name: string // of the weapon, or of the operative
  bearer: OperativeRow
  figures: Figures
  text: string
  terms?: Terms // of a weapon: what holds with it where nothing else is said
}
export const rowsOf = (team: TeamRows, card: CardName): Row[] =>
  team.operatives.flatMap((one): Row[] =>
    card === 'target'
      ? [{ ...one, bearer: one }]
      : one.weapons.filter((weapon) => weapon.kind === (card === 'weapon' ? 'ranged' : 'melee')).map((weapon) => ({ ...weapon, bearer: one })),
  )

/** The row that a text names, if it names one. */
export function named(sheet: Sheet, card: CardName, text: string): { team: TeamRows; row: Row } | null {
  for (const team of sheet.teams) {
    const row = rowsOf(team, card).find((one) => one.id === text.trim())
    if (row) return { team, row }
  }
  return null
}

export const termsOf = (sheet: Sheet, kind: Kind): Term[] => sheet[kind]

/** What is not said of all targets but of each one. */
export const standing = (sheet: Sheet): Term[] => sheet.shoot.filter((term) => term.place === 'defender' && term.kind === 'flag')

const first = (team: TeamRows | undefined, card: CardName, fallback: string): string => (team && rowsOf(team, card)[0]?.id) || fallback

/** A question to begin with. */
export function usual(sheet: Sheet, kind: Kind): Question {
  const [mine, theirs] = [sheet.teams[0], sheet.teams[1] ?? sheet.teams[0]]
  return {
    kind,
    ruleset: sheet.ruleset,
    weapon: first(mine, 'weapon', sheet.cards.weapon.example),
    targets: [{ text: first(theirs, 'target', sheet.cards.target.example), said: [] }],
    attacker: first(mine, 'attacker', sheet.cards.attacker.example),
    defender: first(theirs, 'defender', sheet.cards.defender.example),
    team: mine?.id ?? '',
    against: theirs?.id ?? '',
    terms: {},
  }
}

/** What holds where nothing else is said, because the weapon brings it with it. */
export const brought = (sheet: Sheet, question: Question): Terms => (question.kind === 'shoot' && named(sheet, 'weapon', question.weapon)?.row.terms) || {}

/** The names of terms that some weapons bring with them. */
export const bringable = (sheet: Sheet): string[] => [...new Set(sheet.teams.flatMap((team) => rowsOf(team, 'weapon')).flatMap((row) => Object.keys(row.terms ?? {})))]

// --- changes

export const without = (terms: Terms, ...names: string[]): Terms => Object.fromEntries(Object.entries(terms).filter(([name]) => !names.includes(name)))

/** Those of some terms that another kind of question knows too. */
const known = (sheet: Sheet, kind: Kind, terms: Terms): Terms => Object.fromEntries(Object.entries(terms).filter(([name]) => termsOf(sheet, kind).some((term) => term.name === name)))

/** The same for another kind of question; what is played for is another thing there. */
export const asKind = (sheet: Sheet, question: Question, kind: Kind): Question => ({ ...question, kind, terms: without(known(sheet, kind, question.terms), 'objective') })

export const withTerm = (question: Question, term: Term, value: Value | undefined): Question => ({
  ...question,
  terms: value === undefined ? without(question.terms, term.name) : { ...question.terms, [term.name]: value },
})

/** Something more, or no longer, said of a target: whoever is seen from above is in cover. */
export function saidOf(aim: Aim, name: string, on: boolean): Aim {
  const others = aim.said.filter((one) => one !== name && !(name === 'cover' && one === 'vantage'))
  return { ...aim, said: on ? [...new Set([...aim.said, ...(name === 'vantage' ? ['cover'] : []), name])] : others }
}

/** Another weapon to shoot with. One from a team brings its own terms; one by hand keeps those of the card one began with. */
export function withWeapon(sheet: Sheet, question: Question, text: string): Question {
  const before = brought(sheet, question)
  if (!named(sheet, 'weapon', text)) return { ...question, weapon: text, terms: { ...before, ...question.terms } }
  return { ...question, weapon: text, terms: without(question.terms, ...bringable(sheet)) }
}

/** Another fighter. One from a team has wounds of its own; one by hand those of the card one began with, where its text does not say them. */
export function withFighter(sheet: Sheet, question: Question, side: 'attacker' | 'defender', text: string, from?: OperativeRow): Question {
  const [wounds, ignore] = [`${side}_wounds`, `${side}_ignore`]
  const apart = sheet.fight.some((term) => term.name === ignore)
  const terms = without(question.terms, wounds, ignore)
  if (named(sheet, side, text) || !apart) return { ...question, [side]: text, terms }
  const left = from ? String(from.wounds) : (question.terms[wounds] ?? String(named(sheet, side, question[side])?.row.bearer.wounds ?? 12))
  const ignored = from ? from.ignore : question.terms[ignore]
  return { ...question, [side]: text, terms: { ...terms, [wounds]: left, ...(ignored ? { [ignore]: ignored } : {}) } }
}

const OTHER: Record<string, string> = { rerolls: 'defender_rerolls', modifier: 'defender_modifier', broken: 'defender_broken' }
const OPPOSITE = { ...OTHER, ...Object.fromEntries(Object.entries(OTHER).map(([one, two]) => [two, one])) }
const opposite = (name: string): string => OPPOSITE[name] ?? name.replace(/^attacker_|^defender_/, (side) => (side === 'attacker_' ? 'defender_' : 'attacker_'))

/** Both sides in each other's place. */
export function swapped(question: Question): Question {
  if (question.kind === 'table') return { ...question, team: question.against, against: question.team }
  const terms = Object.fromEntries(Object.entries(question.terms).map(([name, value]) => [opposite(name), value]))
  return { ...question, attacker: question.defender, defender: question.attacker, terms }
}

/** The question behind a cell of a table: a weapon against a target, who in a fight answers with another; null if there is none to ask. */
export function behindCell(sheet: Sheet, table: Question, kind: 'shoot' | 'fight', weapon: string, target: string, answer = ''): Question | null {
  if (!weapon || (kind === 'fight' && !answer && !sheet.unarmed)) return null
  const said = kind === 'shoot' ? standing(sheet).filter((term) => table.terms[term.name] === true).map((term) => term.name) : []
  const terms = without(known(sheet, kind, table.terms), ...said, ...(kind === 'fight' ? ['objective'] : []))
  // the fights of a table are for what its shots are for
  if (kind === 'fight' && table.terms['objective'] === 'incapacitate') terms['objective'] = 'remove'
  return { ...table, kind, weapon, attacker: weapon, defender: answer, targets: [{ text: target, said }], terms }
}

// --- the address

/** The value of a term as an address says it; nothing if it is as usual or cannot be. */
function valueOf(term: Term, text: string, usual: Value | null): Value | undefined {
  if (term.kind === 'flag') return (text === '1') === usual ? undefined : text === '1'
  if (term.kind === 'choice') return text !== usual && term.choices.some((choice) => choice.id === text) ? text : undefined
  if (term.kind === 'text') return text || undefined
  const number = Number(text)
  const fits = text !== '' && Number.isInteger(number) && number >= (term.least ?? number) && number <= (term.most ?? number)
  return fits && number !== usual ? number : undefined
}

/** A target apart from what is said behind it. */
export function aimOf(sheet: Sheet, text: string): Aim {
  const parts = text.split(',').map((part) => part.trim())
  const said = standing(sheet).filter((term) => term.written && parts.includes(term.written))
  const rest = parts.filter((part) => !said.some((term) => term.written === part))
  return said.length ? { text: rest.join(', '), said: said.map((term) => term.name) } : { text, said: [] }
}

/** Which ruleset and which kind of question an address means. */
export function heading(query: string): { kind: Kind; ruleset: string | null } {
  const asked = new URLSearchParams(query)
  const kind = asked.get('odds') as Kind | null
  return { kind: kind && KINDS.includes(kind) ? kind : 'shoot', ruleset: asked.get('ruleset') }
}

/** The question that an address asks; what it leaves out is as one begins. */
export function read(query: string, sheet: Sheet): Question {
  const asked = new URLSearchParams(query)
  const question = usual(sheet, heading(query).kind)
  for (const name of ['weapon', 'attacker', 'defender', 'team', 'against'] as const) question[name] = asked.get(name) ?? question[name]
  const [terms, own] = [termsOf(sheet, question.kind).filter((term) => asked.has(term.name)), brought(sheet, question)]
  for (const term of terms) {
    const value = valueOf(term, asked.get(term.name)!, own[term.name] ?? term.usual)
    if (value !== undefined) question.terms[term.name] = value
  }
  const targets = asked.getAll('target').slice(0, sheet.several ? MOST_TARGETS : 1)
  if (targets.length) question.targets = targets.map((text) => aimOf(sheet, text))
  if (question.kind !== 'shoot') return question
  const ofAll = standing(sheet).filter((term) => question.terms[term.name] === true).map((term) => term.name)
  question.terms = without(question.terms, ...ofAll)
  question.targets = question.targets.map((aim) => ({ ...aim, said: [...new Set([...aim.said, ...ofAll])] }))
  return question
}

/** How a term is said behind a target. */
const behind = (sheet: Sheet, aim: Aim): string =>
  [aim.text, ...standing(sheet).flatMap((term) => (aim.said.includes(term.name) && term.written ? [term.written] : []))].join(', ')

const spelt = (value: Value): string => (value === true ? '1' : value === false ? '0' : String(value))

/** The address that asks a question. */
export function write(question: Question, sheet: Sheet): string {
  const query = new URLSearchParams({ odds: question.kind, ruleset: question.ruleset })
  const [alone] = question.targets
  if (question.kind === 'shoot') query.set('weapon', question.weapon)
  if (question.kind === 'fight') query.set('attacker', question.attacker)
  if (question.kind === 'fight') query.set('defender', question.defender)
  if (question.kind === 'table') query.set('team', question.team)
  if (question.kind === 'table') query.set('against', question.against)
  if (question.kind === 'shoot' && question.targets.length === 1 && alone) {
    query.set('target', alone.text)
    for (const name of alone.said) query.set(name, '1')
  } else if (question.kind === 'shoot') for (const aim of question.targets) query.append('target', behind(sheet, aim))
  for (const term of termsOf(sheet, question.kind)) {
    const value = question.terms[term.name]
    if (value !== undefined && value !== '') query.set(term.name, spelt(value))
  }
  return `?${query}`
}

// --- the server

/** What the server is asked. */
export function body(question: Question, sheet: Sheet): Record<string, unknown> {
  const terms = termsOf(sheet, question.kind)
  const said = Object.fromEntries(terms.flatMap((term) => (sayable(question.terms[term.name]) ? [[term.name, wire(term.name, question.terms[term.name]!)]] : [])))
  const all = { ruleset: question.ruleset, ...said }
  if (question.kind === 'fight') return { ...all, attacker: question.attacker, defender: question.defender || null }
  if (question.kind === 'table') return { ...all, team: question.team, against: question.against }
  const [alone] = question.targets
  if (question.targets.length > 1 || !alone) return { ...all, weapon: question.weapon, target: question.targets.map((aim) => behind(sheet, aim)) }
  return { ...all, ...Object.fromEntries(alone.said.map((name) => [name, true])), weapon: question.weapon, target: alone.text }
}

const sayable = (value: Value | undefined): value is Value => value !== undefined && value !== ''

/** A list is written with commas. */
const wire = (name: string, value: Value): unknown => (name === 'split' ? String(value).split(',').map(Number) : value)
