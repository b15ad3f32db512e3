/** Long enough for a first look and a first press, short enough to be unnoticed. */
const idleAfterMs = 1500

/** A screen that shows nothing until the server has answered must not wait for this, and this not for it. */
const patienceMs = 4000

/**
 * Resolves when the screen has stood for a moment. For work in the background: what the screen needs comes first, on
 * slow phones most of all.
 */
export async function whenIdle(): Promise<void> {
  await Promise.race([screenStands(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  await new Promise((resolve) => setTimeout(resolve, idleAfterMs))
}

/** Every screen has a heading; what `index.html` shows before the page runs is none. */
function screenStands(): Promise<void> {
  const isStanding = () => document.querySelector('#root main h1') !== null
  return new Promise((resolve) => {
    if (isStanding()) return resolve()
    const observer = new MutationObserver(() => {
      if (!isStanding()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
