import { requestOf, thousandWrites } from './writes.mjs'

/** The page only fetches; its worker stores failed requests. */
export async function prepare() {
  await navigator.serviceWorker.register('/workbox-worker.js')
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
}

export async function fill() {
  for (const write of thousandWrites()) await fetch(...requestOf(write)).catch(() => {})
  if ((await ask('size')) !== 1000) throw new Error('The queue was not filled.')
}

/** The browser fires the sync itself. After a failure it waits for minutes, which an app shortens with its own trigger. */
export async function send() {
  let before = Number.NaN
  for (let looked = 1; ; looked += 1) {
    const size = await ask('size')
    if (size === 0) return
    if (looked % 50 === 0) {
      if (size === before) await ask('replay')
      before = size
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function ask(what) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    navigator.serviceWorker.controller.postMessage(what, [port2])
  })
}
