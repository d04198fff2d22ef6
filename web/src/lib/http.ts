// Calls to the server. What goes wrong comes as a sentence.
import { settings } from './settings.svelte'

export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly rule = '',
    readonly where = '', // the part of the question that is wrong
  ) {
    super(detail)
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; rule?: string; where?: string }
  throw new Problem(response.status, problem.detail ?? response.statusText, problem.rule, problem.where)
}

function address(path: string, query: Record<string, string | undefined>): string {
  const known = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/api/${path}?${new URLSearchParams([...known, ['lang', settings.language]])}`
}

export const get = async <T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> => read<T>(await fetch(address(path, query)))

export const post = async <T>(path: string, body: unknown, query: Record<string, string | undefined> = {}): Promise<T> =>
  read<T>(await fetch(address(path, query), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
