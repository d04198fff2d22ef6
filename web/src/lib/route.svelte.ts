// Where one is on the page: paths such as /play/TOKEN, /rules/ID, /odds?weapon=….

export const route = $state({ path: location.pathname, query: location.search })

addEventListener('popstate', () => {
  route.path = location.pathname
  route.query = location.search
})

export function go(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  route.path = location.pathname
  route.query = location.search
}

/** The parts of the path after the first: /play/abc → ['play', 'abc']. */
export const parts = (): string[] => route.path.split('/').filter(Boolean).map(decodeURIComponent)

/** For links: an ordinary click stays on the page. */
export function inside(event: MouseEvent): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go((event.currentTarget as HTMLAnchorElement).getAttribute('href')!)
}
