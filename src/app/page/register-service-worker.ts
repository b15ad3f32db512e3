import { Workbox } from 'workbox-window'
import { useConnection } from '#state/connection.ts'
import { requireReload, offerUpdate, useUpdate } from '#state/update.ts'

const updateCheckMs = 60 * 60 * 1000

/** After this time an accepted update reloads the page: in Chromium, the new worker may stay waiting until a page loads. */
const takeOverMs = 5_000

/** Registers the service worker. An update waits until the agent agrees, or until all tabs are hidden without unsaved input. */
export function registerServiceWorker(): void {
  answerUpdateQuestions()
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return whenOutdated(() => requireReload(reload))

  const workbox = new Workbox('/service-worker.js')
  const activate = () => workbox.messageSkipWaiting()
  let registration: ServiceWorkerRegistration | undefined
  let isAgreed = false
  workbox.addEventListener('waiting', () => {
    offerUpdate(() => {
      isAgreed = true
      // Another tab may have activated the new worker already.
      if (!registration?.waiting) return reload()
      activate()
      setTimeout(reload, takeOverMs)
    })
    void activateWhenNoTabIsInUse(activate)
  })
  followWorker(() => isAgreed)
  void workbox.register().then(
    (registered) => {
      registration = registered
    },
    // Without a worker, everything but starting offline works.
    (error: unknown) => console.warn('The service worker could not be registered.', error),
  )

  const checkForUpdate = () => void workbox.update().catch(() => {})
  setInterval(checkForUpdate, updateCheckMs)
  whenOutdated(checkForUpdate)
  // A missing file may mean a newer build, or only that the server is out of reach; the update check decides.
  addEventListener('vite:preloadError', checkForUpdate)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate()
    else if (useUpdate.getState().state === 'waiting') void activateWhenNoTabIsInUse(activate)
  })
}

/**
 * Reloads this tab when a new worker takes over, because the old worker's files are deleted. A tab with unsaved input reloads after the
 * input was saved, unless the agent agreed to the update in this tab. A tab's first worker is not an update.
 */
function followWorker(isAgreed: () => boolean) {
  const { serviceWorker } = navigator
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAgreed()) reload()
    else if (!isFirst) reloadWhenClean()
    isFirst = false
  })
}

/** Calls `update` when the server requires a newer version of the app. Until the app is updated, nothing is sent (fault J4). */
function whenOutdated(update: () => void) {
  if (useConnection.getState().state === 'outdated') update()
  useConnection.subscribe(({ state }, before) => {
    if (state === 'outdated' && before.state !== 'outdated') update()
  })
}

function reload() {
  location.reload()
}

function reloadWhenClean() {
  if (useUpdate.getState().dirtyForms === 0) return reload()
  requireReload(reload)
  const stop = useUpdate.subscribe(({ dirtyForms }) => {
    if (dirtyForms > 0) return
    stop()
    // Gives the form time to finish saving and navigate.
    setTimeout(() => {
      if (useUpdate.getState().dirtyForms === 0) reload()
      else reloadWhenClean()
    }, 1000)
  })
}

type UpdateMessage = { question: 'may-update' } | { answer: 'not-now' }

const channelName = 'fanlight-update'
/** Live tabs answer at once. Frozen tabs do not answer, but have stored their drafts. */
const answerWithinMs = 500

/** Answers other tabs' requests to update with `not-now` if this tab is visible or has unsaved input. */
function answerUpdateQuestions() {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<UpdateMessage>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    if ('question' in data && isInUse()) channel.postMessage({ answer: 'not-now' } satisfies UpdateMessage)
  })
}

function isInUse(): boolean {
  return document.visibilityState === 'visible' || useUpdate.getState().dirtyForms > 0
}

/** Activates the new worker only if every tab is hidden and has no unsaved input: nothing may change in view of the agent without consent. */
async function activateWhenNoTabIsInUse(activate: () => void) {
  if (isInUse() || typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  const isAnyInUse = await new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<UpdateMessage>) => {
      if ('answer' in data) resolve(true)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    channel.postMessage({ question: 'may-update' } satisfies UpdateMessage)
    setTimeout(() => resolve(false), answerWithinMs)
  })
  channel.close()
  if (!isAnyInUse) activate()
}
