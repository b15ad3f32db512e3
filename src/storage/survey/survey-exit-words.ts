import type { Answers } from '#core/contract/survey.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { deleteFromExit, readFromExit, writeAtExit } from '#storage/drafts/exit-storage.ts'

/*
 * The last words of a respondent when the page is left, until they are in the survey's database. Nothing of a respondent may
 * stay on a shared tablet (fault D8): they are deleted once they are saved, and when the respondent leaves or finishes.
 */

type SurveyExitWords = {
  answers?: Answers
  email?: string
  place?: { section: string | null; stage: 'section' | 'email' }
  /** When they were written, in epoch milliseconds. */
  at: number
}

export function writeExitWords(respondentKey: string, words: SurveyExitWords): void {
  writeAtExit(nameOf(respondentKey), words)
}

export function readExitWords(respondentKey: string): SurveyExitWords | null {
  return readFromExit(nameOf(respondentKey)) as SurveyExitWords | null
}

export function deleteExitWords(respondentKey: string): void {
  deleteFromExit((name) => name === nameOf(respondentKey))
}

/** Deletes those of respondents that are not in `keys`. */
export function deleteOtherExitWords(keys: ReadonlySet<string>): void {
  const start = nameOf('')
  deleteFromExit((name) => name.startsWith(start) && !keys.has(name.slice(start.length)))
}

function nameOf(respondentKey: string): string {
  return `fanlight-survey-words:${thisServer()}:${respondentKey}`
}
