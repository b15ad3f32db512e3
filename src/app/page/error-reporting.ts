import { reportError } from '#api/report-error.ts'
import { createErrorReporter } from '#features/errors/error-reporter.ts'
import { useSession } from '#state/session.ts'
import { buildVersion } from '#state/build-version.ts'

const sessionIdKey = 'fanlight:error-session'

const isRemote = import.meta.env['VITE_REMOTE_ERROR_LOGGING'] !== 'false'

export const reporter = createErrorReporter({
  scene: () => ({
    timestamp: new Date().toISOString(),
    user_agent: navigator.userAgent,
    page_url: location.href,
    user_id: String(useSession.getState().user?.id ?? 'anonymous'),
    session_id: errorSessionId(),
    build_version: buildVersion,
    environment: import.meta.env.MODE,
  }),
  send: isRemote ? reportError : null,
})

/** A random id for this browser session; it does not identify the agent. */
function errorSessionId(): string {
  const known = sessionStorage.getItem(sessionIdKey)
  if (known !== null) return known
  const created = crypto.randomUUID()
  sessionStorage.setItem(sessionIdKey, created)
  return created
}
