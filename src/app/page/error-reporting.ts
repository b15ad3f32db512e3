import { reportError } from '#api/report-error.ts'
import { createErrorReporter } from '#features/errors/error-reporter.ts'
import { useSession } from '#state/session.ts'
import { buildVersion } from '#state/build-version.ts'

const sessionIdKey = 'fanlight:error-session'

const isSentToServer = import.meta.env['VITE_REMOTE_ERROR_LOGGING'] !== 'false'

/** Stores errors for this browser session and sends them to the server, unless the build turns sending off. */
export const reporter = createErrorReporter({
  describeContext: () => ({
    timestamp: new Date().toISOString(),
    user_agent: navigator.userAgent,
    page_url: location.href,
    user_id: String(useSession.getState().user?.id ?? 'anonymous'),
    session_id: errorSessionId(),
    build_version: buildVersion,
    environment: import.meta.env.MODE,
  }),
  send: isSentToServer ? reportError : null,
})

/** A random id for this browser session; it does not identify the agent. */
function errorSessionId(): string {
  const stored = sessionStorage.getItem(sessionIdKey)
  if (stored !== null) return stored
  const created = crypto.randomUUID()
  sessionStorage.setItem(sessionIdKey, created)
  return created
}
