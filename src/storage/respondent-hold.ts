import { thisServer } from './device-name.ts'

/**
 * Takes a respondent for this tab, so that no other one offers to continue them. Gives back how to let go, or null when
 * another tab has them. Without the browser's locks everybody is free, and both tabs write answer by answer.
 */
export async function holdRespondent(key: string): Promise<(() => void) | null> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks === undefined) return () => {}
  return new Promise((resolve, reject) => {
    locks
      .request(`fanlight-survey-respondent:${thisServer()}:${key}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null)
        return new Promise<void>((letGo) => resolve(letGo))
      })
      .catch(reject)
  })
}
