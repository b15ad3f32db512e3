import type { ErrorType } from '#features/errors/error-reporter.ts'
import { notify } from '#state/notifications.ts'

/** Reports uncaught errors and unhandled rejections, and sends unsent reports when the network returns. Returns a function that stops this. */
export function watchErrors(): () => void {
  const uncaught = (event: ErrorEvent) => {
    // Errors of cross-origin scripts have no details, and the ResizeObserver loop warning is not an error.
    if (event.error !== undefined && event.error !== null) report('uncaught', event.error)
  }
  const unhandled = (event: PromiseRejectionEvent) => report('unhandled_rejection', event.reason)
  const sendUnsent = () => {
    if (hasReported) void reporting().then(({ reporter }) => reporter.flush())
  }
  window.addEventListener('error', uncaught)
  window.addEventListener('unhandledrejection', unhandled)
  window.addEventListener('online', sendUnsent)
  return () => {
    window.removeEventListener('error', uncaught)
    window.removeEventListener('unhandledrejection', unhandled)
    window.removeEventListener('online', sendUnsent)
  }
}

export function reportBoundaryError(error: unknown): void {
  report('boundary', error)
  notify({
    type: 'error',
    title: 'Application Error',
    message: 'Something went wrong. Please refresh the page.',
    duration: 0,
  })
}

export function reportApiError(error: unknown): void {
  report('api', error)
}

let hasReported = false

export function report(type: ErrorType, error: unknown): void {
  hasReported = true
  reporting()
    .then(({ reporter }) => reporter.report(type, error))
    // Without the reporter's code, the error is only logged.
    .catch(() => console.error(error))
}

/** Loads the reporter's code on first use, because a page rarely needs it. */
function reporting() {
  return import('./error-reporting.ts')
}
