import { create } from 'zustand'

/** Chromium's event; no standard type describes it. */
type BeforeInstallPromptEvent = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this browser puts the app on the device: by a prompt we may open, by steps that iOS asks people to do by hand,
 * already done, or not at all.
 */
type InstallWay = 'prompt' | 'ios-steps' | 'installed' | 'none'

type InstallPrompt = {
  way: InstallWay
  event: BeforeInstallPromptEvent | null
  /** The card that offers it is shown once, after the first record that was saved here. */
  offer: 'not-yet' | 'showing' | 'done'
}

const offeredKey = 'fanlight:install-offered'

export const useInstallPrompt = create<InstallPrompt>(() => ({ way: 'none', event: null, offer: 'not-yet' }))

/** Listens from the start, because the browser says it only once. */
export function watchInstallPrompt(): void {
  useInstallPrompt.setState({ way: isInstalled() ? 'installed' : isIos() ? 'ios-steps' : 'none' })
  const keep = (event: Event) => {
    event.preventDefault()
    useInstallPrompt.setState({ way: 'prompt', event: event as BeforeInstallPromptEvent })
  }
  const installed = () => useInstallPrompt.setState({ way: 'installed', event: null, offer: 'done' })
  window.addEventListener('beforeinstallprompt', keep)
  window.addEventListener('appinstalled', installed)
}

/** A record was saved on this device: the moment to offer the install, once. */
export function offerInstall(): void {
  const { way, offer } = useInstallPrompt.getState()
  if (offer !== 'not-yet' || (way !== 'prompt' && way !== 'ios-steps')) return
  try {
    if (localStorage.getItem(offeredKey) !== null) return
    localStorage.setItem(offeredKey, new Date().toISOString())
  } catch {
    // A browser that keeps nothing has nothing to install for.
    return
  }
  useInstallPrompt.setState({ offer: 'showing' })
}

export function closeInstallOffer(): void {
  useInstallPrompt.setState({ offer: 'done' })
}

/** Opens the browser's own question; the event serves once. */
export async function install(): Promise<void> {
  const { event } = useInstallPrompt.getState()
  if (event === null) return
  useInstallPrompt.setState({ event: null, way: 'none', offer: 'done' })
  await event.prompt()
  const { outcome } = await event.userChoice
  if (outcome === 'accepted') useInstallPrompt.setState({ way: 'installed' })
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

/** iPads call themselves Macintosh, but only they have fingers. */
function isIos(): boolean {
  return (
    /iphone|ipad|ipod/i.test(navigator.userAgent) ||
    (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
