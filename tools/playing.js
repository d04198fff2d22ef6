// Plays by hints, in the page itself: so many answers, or until it is one's turn and something is to be seen, or to the end.
async ({ most, until, patience }) => {
  const table = () => document.querySelector('[data-version]').dataset
  const over = () => document.querySelector('.over')
  const mine = () => table().mine === 'true' && document.querySelector('.prompt .hint:not([disabled])')
  const wait = (look, what) => new Promise((resolve, reject) => {
    const again = () => {
      const found = look()
      if (found) end(() => resolve(found))
    }
    const late = () => end(() => reject(new Error(`no ${what} at version ${table().version}: ${document.querySelector('.prompt')?.innerText}`)))
    const end = (how) => {
      watch.disconnect()
      clearTimeout(timer)
      how()
    }
    const watch = new MutationObserver(again)
    const timer = setTimeout(late, patience)
    watch.observe(document.body, { attributes: true, childList: true, subtree: true })
    again()
  })
  for (let count = 0; count < most; count++) {
    await wait(() => mine() || over(), 'a turn')
    if (over() || (until && document.querySelector(until))) return count
    const before = table().version
    mine().click()
    const hint = await wait(() => document.querySelector('.prompt [data-hint]:not([disabled])'), 'a hint')
    hint.click()
    await wait(() => table().version !== before, 'what comes of it')
  }
  return most
}
