import { createErrorReporter, type ErrorReporter } from '#features/errors/error-reporter.ts'
import { useSession } from '#state/session.ts'
import { notify } from '#state/notifications.ts'
import { buildVersion } from './build-version.ts'

const sessionIdKey = 'fanlight:error-session'

/** `VITE_REMOTE_ERROR_LOGGING` is on in our build; a build for another server may turn it off. */
const isRemote = import.meta.env['VITE_REMOTE_ERROR_LOGGING'] !== 'false'

const reporter: ErrorReporter = createErrorReporter({
  scene: () => ({
    timestamp: new Date().toISOString(),
    user_agent: navigator.userAgent,
    page_url: location.href,
    user_id: String(useSession.getState().user?.id ?? 'anonymous'),
    session_id: errorSessionId(),
    build_version: buildVersion,
    environment: import.meta.env.MODE,
  }),
  // Loaded when there is something to report, because the first page should not carry it.
  send: isRemote ? async (record) => (await import('#api/report-error.ts')).reportError(record) : null,
})

/** Catches what nobody caught. Gives back how to stop. */
export function watchErrors(): () => void {
  const uncaught = (event: ErrorEvent) => {
    // A script of another origin says nothing, and ResizeObserver's complaint is not an error.
    if (event.error !== undefined && event.error !== null) reporter.report('uncaught', event.error)
  }
  const unhandled = (event: PromiseRejectionEvent) => reporter.report('unhandled_rejection', event.reason)
  const online = () => void reporter.flush()
  window.addEventListener('error', uncaught)
  window.addEventListener('unhandledrejection', unhandled)
  window.addEventListener('online', online)
  return () => {
    window.removeEventListener('error', uncaught)
    window.removeEventListener('unhandledrejection', unhandled)
    window.removeEventListener('online', online)
  }
}

/** A boundary stood in for a screen: the error is reported and the agent told, until they have seen it. */
export function boundaryCaught(error: unknown): void {
  reporter.report('boundary', error)
  notify({
    type: 'error',
    title: 'Application Error',
    message: 'Something went wrong. Please refresh the page.',
    duration: 0,
  })
}

/** The server answered a call with an error that is its own fault. */
export function apiFailed(error: unknown): void {
  reporter.report('api', error)
}

/** Opaque, and new with every browser session. */
function errorSessionId(): string {
  const known = sessionStorage.getItem(sessionIdKey)
  if (known !== null) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem(sessionIdKey, made)
  return made
}
