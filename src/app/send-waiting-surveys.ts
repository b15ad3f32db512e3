import { hasUnsentRespondents } from '#storage/survey/survey-marker.ts'

/** Sends waiting survey answers from any page. Loads the code only if there are any; the survey page sends its own. */
export async function sendWaitingSurveys(): Promise<void> {
  if (!hasUnsentRespondents()) return
  const { startSurveySending } = await import('#features/survey/respondents/survey-sending.ts')
  // If storage does not work, there is nothing to send.
  await startSurveySending().catch(() => null)
}
