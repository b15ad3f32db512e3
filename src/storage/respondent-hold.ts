import { browserLocks } from './browser-locks.ts'
import { thisServer } from './device-name.ts'

/** A tab or a screen that is just letting go does so within this; who really has them keeps them. */
const lettingGoMs = 150

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
