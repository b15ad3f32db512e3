/*
 * Whether respondents wait on this device, kept outside the database: a page without the survey does not load the
 * database's library to find out that there is nothing to send.
 */

const name = 'fanlight:survey-waits'

export function markSurvey(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // Without local storage the next visit of the survey sends what is left.
  }
}

export function surveyIsWaiting(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}
