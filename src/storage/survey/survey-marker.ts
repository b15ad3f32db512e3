/* Notes in local storage whether unsent respondents are on this device. Pages without the survey can read that without loading Dexie. */

const name = 'fanlight:survey-waits'

export function markUnsentRespondents(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // Without local storage, unsent respondents are sent on the next visit of the survey page.
  }
}

export function hasUnsentRespondents(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}
