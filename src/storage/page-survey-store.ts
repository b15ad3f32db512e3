import { type SurveyStore, openSurveyStore } from './survey-store.ts'

let opened: Promise<SurveyStore> | null = null

/** This page's one connection to the survey's database; whoever asks after a failure tries again. */
export function pageSurveyStore(): Promise<SurveyStore> {
  opened ??= openSurveyStore().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

export async function closePageSurveyStore(): Promise<void> {
  const closing = opened
  opened = null
  ;(await closing?.catch(() => null))?.close()
}
