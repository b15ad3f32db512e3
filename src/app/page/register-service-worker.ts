import { Workbox } from 'workbox-window'
import { useConnection } from '#state/connection.ts'
import { reloadIsNeeded, updateIsReady, useUpdate } from '#state/update.ts'

/** How often an open page asks whether a newer version is there. */
const updateCheckMs = 60 * 60 * 1000

/**
 * The newer worker takes over within this after the agent has agreed. In Chromium it sometimes stays waiting although the old
 * one has nothing to do, until a page is loaded; drafts are kept over the reload.
 */
const takeOverMs = 5_000

/**
 * Registers the worker. A newer version waits until the agent agrees, or until every tab is out of sight and clean; no
 * tab is reloaded under a form.
 */
export function registerServiceWorker(): void {
  answerUpdateQuestions()
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return whenOutdated(() => reloadIsNeeded(reload))

  const workbox = new Workbox('/service-worker.js')
  const activate = () => workbox.messageSkipWaiting()
  let registration: ServiceWorkerRegistration | undefined
  let isAgreed = false
  workbox.addEventListener('waiting', () => {
    updateIsReady(() => {
      isAgreed = true
      // Another tab may have brought it in since.
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
    // Without a worker everything works but starting offline.
    (error: unknown) => console.warn('The service worker could not be registered.', error),
  )

  const check = () => void workbox.update().catch(() => {})
  setInterval(check, updateCheckMs)
  whenOutdated(check)
  // A file of an older build is gone from the server, or only out of reach; whether there is a newer one, its worker tells.
  addEventListener('vite:preloadError', check)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
    else if (useUpdate.getState().state === 'waiting') void activateWhenNoTabIsInUse(activate)
  })
}

/**
 * The old worker's files go with it, so every tab follows to the new one. The agent's tab and clean ones at once, for forms
 * keep their drafts; others when they are saved. A tab's first worker is no newer version, also of a tab that stays open for
 * days; workbox calls no later one an update there, either.
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

/** The server works with newer versions only, and sending waits for one (fault J4). */
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
  reloadIsNeeded(reload)
  const stop = useUpdate.subscribe(({ dirtyForms }) => {
    if (dirtyForms > 0) return
    stop()
    // A moment for the form's own saving and moving on.
    setTimeout(() => {
      if (useUpdate.getState().dirtyForms === 0) reload()
      else reloadWhenClean()
    }, 1000)
  })
}

type Question = { question: 'may-update' } | { answer: 'not-now' }

const channelName = 'fanlight-update'
/** Tabs that are alive answer at once; frozen ones have kept their drafts. */
const answerWithinMs = 500

/** A tab that is looked at, or holds a half-filled form, answers so when asked. */
function answerUpdateQuestions() {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Question>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    if ('question' in data && isInUse()) channel.postMessage({ answer: 'not-now' } satisfies Question)
  })
}

function isInUse(): boolean {
  return document.visibilityState === 'visible' || useUpdate.getState().dirtyForms > 0
}

/** Nothing may change under the agent's eyes without their word, so this waits until every tab is out of sight. */
async function activateWhenNoTabIsInUse(activate: () => void) {
  if (isInUse() || typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  const isAnyInUse = await new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Question>) => {
      if ('answer' in data) resolve(true)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
    channel.postMessage({ question: 'may-update' } satisfies Question)
    setTimeout(() => resolve(false), answerWithinMs)
  })
  channel.close()
  if (!isAnyInUse) activate()
}
