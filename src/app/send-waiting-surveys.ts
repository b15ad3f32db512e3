import { hasUnsentRespondents } from '#storage/survey/survey-marker.ts'

/** Sends waiting survey answers from any page but the survey, which sends them itself. Loads the code only if answers wait. */
export async function sendWaitingSurveys(): Promise<void> {
  if (!hasUnsentRespondents()) return
  const { startSurveySending } = await import('#features/survey/respondents/survey-sending.ts')
  // If storage does not work, there is nothing to send.
  await startSurveySending().catch(() => null)
}
