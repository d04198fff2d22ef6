// What goes between page and server, by the names the page has for it. `make types` writes schema.d.ts from the server's own description.
import type { components } from './schema'

type Told = components['schemas']

export type Spot = [number, number, number]
export type PathAnswer = Omit<Told['Path'], 'points'> & { points: (number | string)[][] }
export type PathsAnswer = Omit<Told['Paths'], 'paths'> & { paths: number[][][] }
export type Answer = Told['Pick'] | Told['Pass'] | Told['Place'] | PathAnswer | PathsAnswer | Told['Dice'] | Told['Allocate']

export type Part = Told['PartView']
export type Marker = Told['MarkerView']
export type Weapon = Told['WeaponView']
export type Model = Told['ModelView']
export type Unit = Told['UnitView']
export type Side = Told['SideView']
export type View = Told['View']

export type Label = Told['Label']
type Answering<T> = Omit<T, 'answer'> & { answer: Answer }
export type Option = Answering<Told['Option']>
export type RefusedOption = Answering<Told['RefusedOption']>
export type Question = Omit<Told['QuestionView'], 'options' | 'refused' | 'default' | 'drag' | 'rest'> & { options?: Option[]; refused?: RefusedOption[]; default?: Answer | null; drag?: Answer; rest?: Answer }
export type Mark = NonNullable<Question['dice']>['marks'][number]

export type Line = Told['Line']
export type Happening = Omit<Told['Happening'], 'values'> & { values: Record<string, unknown> }
export type Result = Told['ResultView']
export type Clock = Told['ClockFace']
export type Undo = Told['Undo']
export type Seat = Told['SeatFace']
export type Fairness = Told['Fairness']
export type ChatLine = Told['ChatLine']

export type Offer = Told['OfferMessage']
export type OfferOver = Told['OfferOver']

export type Welcome = Told['Welcome']
export type Snapshot = Omit<Told['Snapshot'], 'question'> & { question: Question | null }
export type Step = Omit<Told['StepMessage'], 'question' | 'changes' | 'events'> & {
  events: Happening[]
  question: Question | null
  changes: Partial<Omit<View, 'models' | 'units'>> & { models?: Model[]; units?: Unit[] }
}
export type FromServer =
  | Welcome
  | Snapshot
  | Step
  | Told['Ack']
  | Told['RefusedMessage']
  | (Told['ToldMessage'] & Record<string, unknown>)
  | Told['Chat']
  | Told['Presence']
  | Offer
  | OfferOver
  | Told['Rematch']
  | Told['Thinking']
  | Told['Pong']

// what is told to those who ask

export type Areas = Told['Area'][]
export type Reach = Told['ReachTold']
export type Way = Omit<Told['WayTold'], 'answer' | 'corner'> & { answer?: Answer | null; corner?: PathAnswer | null }
export type Formation = Told['Ask']['formation']
export type Arranged = Omit<Told['ArrangedTold'], 'answer'> & { answer: PathsAnswer | null }
export type Acts = Told['ActsTold']
export type Sighting = Told['Sight']
export type Planned = Answering<Told['PlannedAnswer']>
export type Odds = Told['Prospect']
export type Foresight = Told['Forecast']
export type Threat = Told['Threat']
