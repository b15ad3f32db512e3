/** Long enough for a first press, short enough to go unnoticed. */
const idleAfterMs = 1500

/** Upper limit, because some screens show no heading until the server answers. */
const patienceMs = 4000

/** Resolves shortly after the screen has rendered: background work comes second, above all on slow phones. */
export async function whenIdle(): Promise<void> {
  await Promise.race([screenStands(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  await new Promise((resolve) => setTimeout(resolve, idleAfterMs))
}

/** Every screen has a heading; the static view of `index.html` has none. */
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
