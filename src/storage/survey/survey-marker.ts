/* Whether respondents wait on this device, outside the database: pages without the survey need not load Dexie to find out. */

const name = 'fanlight:survey-waits'

export function markUnsentRespondents(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // Without local storage the next visit of the survey sends the rest.
  }
}

export function hasUnsentRespondents(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}
