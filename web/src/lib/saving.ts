// Files that the server makes, to be kept. What goes wrong comes as a sentence.
import { settings } from './settings.svelte'

const named = (response: Response): string => /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'counteract'

/** Save what a call gives as a file. */
export async function save(path: string, query: Record<string, string> = {}, asked: RequestInit = {}): Promise<void> {
  const response = await fetch(`/api/${path}?${new URLSearchParams({ ...query, lang: settings.language })}`, asked)
  if (!response.ok) throw new Error(((await response.json().catch(() => ({}))) as { detail?: string }).detail ?? response.statusText)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = named(response)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
