import { browserLocks } from './browser-locks.ts'
import { thisServer } from './device-name.ts'

/**
 * A page that is just reloaded lets go within this, also on a slow tablet: one that gave up sooner began an empty survey beside
 * the half-filled one. A tab that really has them keeps them.
 */
const lettingGoMs = 2000

/**
 * Takes a respondent for this tab, so that no other one offers to continue them. Gives back how to let go, or null when
 * another tab has them. Without the browser's locks every row counts as free, and both tabs write answer by answer.
 */
export async function holdRespondent(key: string): Promise<(() => void) | null> {
  const locks = browserLocks()
  if (locks === undefined) return () => {}
  const name = `fanlight-survey-respondent:${thisServer()}:${key}`
  return new Promise((resolve) => {
    locks
      .request(name, { signal: AbortSignal.timeout(lettingGoMs) }, () => new Promise<void>((letGo) => resolve(letGo)))
      // Only the waiting can fail; a lock that was given stays until it is let go.
      .catch(() => resolve(null))
  })
}
