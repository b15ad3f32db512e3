import type { ErrorType } from '#features/errors/error-reporter.ts'
import { notify } from '#state/notifications.ts'

/** Catches errors that were not caught elsewhere. Returns a function that stops it. */
export function watchErrors(): () => void {
  const uncaught = (event: ErrorEvent) => {
    // A script of another origin says nothing, and ResizeObserver's complaint is not an error.
    if (event.error !== undefined && event.error !== null) report('uncaught', event.error)
  }
  const unhandled = (event: PromiseRejectionEvent) => report('unhandled_rejection', event.reason)
  const online = () => {
    if (hasReported) void reporting().then(({ reporter }) => reporter.flush())
  }
  window.addEventListener('error', uncaught)
  window.addEventListener('unhandledrejection', unhandled)
  window.addEventListener('online', online)
  return () => {
    window.removeEventListener('error', uncaught)
    window.removeEventListener('unhandledrejection', unhandled)
    window.removeEventListener('online', online)
  }
}

/** A boundary stood in for a screen: the error is reported and shown to the agent, until they have seen it. */
export function boundaryCaught(error: unknown): void {
  report('boundary', error)
  notify({
    type: 'error',
    title: 'Application Error',
    message: 'Something went wrong. Please refresh the page.',
    duration: 0,
  })
}

/** The server answered a call with an error that is its own fault. */
export function apiFailed(error: unknown): void {
  report('api', error)
}

let hasReported = false

export function report(type: ErrorType, error: unknown): void {
  hasReported = true
  reporting()
    .then(({ reporter }) => reporter.report(type, error))
    // Without the reporter there is still the console.
    .catch(() => console.error(error))
}

/** Loaded when there is something to report, because the first page should not carry it. */
function reporting() {
  return import('./error-reporting.ts')
}
