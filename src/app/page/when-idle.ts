/** Long enough that background work does not delay a first press, short enough that its delay is not noticed. */
const idleAfterMs = 1500

/** The longest wait for the screen, because some screens show no heading until the server answers. */
const maxWaitMs = 4000

/** Resolves shortly after the screen has rendered, so that background work does not slow it down, above all on slow phones. */
export async function whenIdle(): Promise<void> {
  await Promise.race([screenRendered(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
  await new Promise((resolve) => setTimeout(resolve, idleAfterMs))
}

/** Resolves when the page has a heading: every screen has one, but what `index.html` shows in `#root` does not. */
function screenRendered(): Promise<void> {
  const isRendered = () => document.querySelector('#root main h1') !== null
  return new Promise((resolve) => {
    if (isRendered()) return resolve()
    const observer = new MutationObserver(() => {
      if (!isRendered()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
