import type { Answers } from '#core/contract/survey.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { deleteFromExit, readFromExit, writeAtExit } from '#storage/drafts/exit-storage.ts'

/*
 * Exit drafts of the survey: the last text that a respondent typed before the page closed. Deleted once it is saved, because nothing may
 * stay on a shared tablet (fault D8).
 */

type SurveyExitDraft = {
  answers?: Answers
  email?: string
  place?: { section: string | null; stage: 'section' | 'email' }
  /** In epoch milliseconds. */
  at: number
}

export function writeSurveyExitDraft(respondentKey: string, words: SurveyExitDraft): void {
  writeAtExit(nameOf(respondentKey), words)
}

export function readSurveyExitDraft(respondentKey: string): SurveyExitDraft | null {
  return readFromExit(nameOf(respondentKey)) as SurveyExitDraft | null
}

export function deleteSurveyExitDraft(respondentKey: string): void {
  deleteFromExit((name) => name === nameOf(respondentKey))
}

/** Deletes all exit drafts except those of these respondents. */
export function deleteOtherSurveyExitDrafts(keys: ReadonlySet<string>): void {
  const start = nameOf('')
  deleteFromExit((name) => name.startsWith(start) && !keys.has(name.slice(start.length)))
}

function nameOf(respondentKey: string): string {
  return `fanlight-survey-words:${thisServer()}:${respondentKey}`
}
