import { surveyIsWaiting } from '#storage/survey/survey-marker.ts'

/**
 * Sends what respondents have left on this device, on whatever page the app was opened. The code comes only when there
 * is something to send; the survey's own page does it by itself.
 */
export async function sendWaitingSurveys(): Promise<void> {
  if (!surveyIsWaiting()) return
  const { startSurveySending } = await import('#features/survey/respondents/survey-sending.ts')
  // A browser that keeps nothing has nothing to send.
  await startSurveySending().catch(() => null)
}
