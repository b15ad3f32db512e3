import { create } from 'zustand'

/** The event with which Chromium offers to install the app. TypeScript's types do not have it. */
type BeforeInstallPromptEvent = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How the app can be installed. `prompt`: by the browser's prompt; `ios-steps`: by hand, with instructions; `none`: not at all. */
type InstallWay = 'prompt' | 'ios-steps' | 'installed' | 'none'

type InstallPrompt = {
  installMethod: InstallWay
  /** Null until the browser sends it, and again after its prompt was opened. */
  event: BeforeInstallPromptEvent | null
  /** The install card is shown once, after the first record was saved on this device. */
  offer: 'not-yet' | 'showing' | 'done'
}

const offeredKey = 'fanlight:install-offered'

export const useInstallPrompt = create<InstallPrompt>(() => ({ installMethod: 'none', event: null, offer: 'not-yet' }))

/** Called at the start, because the browser sends the event only once. */
export function watchInstallPrompt(): void {
  useInstallPrompt.setState({ installMethod: isInstalled() ? 'installed' : isIos() ? 'ios-steps' : 'none' })
  const storePrompt = (event: Event) => {
    event.preventDefault()
    useInstallPrompt.setState({ installMethod: 'prompt', event: event as BeforeInstallPromptEvent })
  }
  const installed = () => useInstallPrompt.setState({ installMethod: 'installed', event: null, offer: 'done' })
  window.addEventListener('beforeinstallprompt', storePrompt)
  window.addEventListener('appinstalled', installed)
}

/** Shows the install card, once per device. Called when a record was saved. */
export function offerInstall(): void {
  const { installMethod, offer } = useInstallPrompt.getState()
  if (offer !== 'not-yet' || (installMethod !== 'prompt' && installMethod !== 'ios-steps')) return
  try {
    if (localStorage.getItem(offeredKey) !== null) return
    localStorage.setItem(offeredKey, new Date().toISOString())
  } catch {
    // Without storage, the app is not worth installing.
    return
  }
  useInstallPrompt.setState({ offer: 'showing' })
}

export function closeInstallOffer(): void {
  useInstallPrompt.setState({ offer: 'done' })
}

/** Opens the browser's install prompt; each event opens it once. */
export async function install(): Promise<void> {
  const { event } = useInstallPrompt.getState()
  if (event === null) return
  useInstallPrompt.setState({ event: null, installMethod: 'none', offer: 'done' })
  await event.prompt()
  const { outcome } = await event.userChoice
  if (outcome === 'accepted') useInstallPrompt.setState({ installMethod: 'installed' })
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

/** iPads identify as Macintosh, but no Mac has a touch screen. */
function isIos(): boolean {
  return (
    /iphone|ipad|ipod/i.test(navigator.userAgent) ||
    (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
