import type { Answers } from '#core/contract/survey-answers.ts'
import { thisServer } from './device-name.ts'

/*
 * The last words of a respondent when the page is left (fault A1), until they are in the survey's database. A page that is frozen
 * can begin no write to it; local storage is written before the call returns. Nothing of a respondent may stay on a shared
 * tablet (fault D8), so they are deleted once they are taken over, and when the respondent leaves or finishes.
 */

export type SurveyExitWords = {
  answers?: Answers
  email?: string
  place?: { section: string | null; stage: 'section' | 'email' }
  /** When they were written, in epoch milliseconds. */
  at: number
}

export function writeExitWords(respondentKey: string, words: SurveyExitWords): void {
  try {
    localStorage.setItem(nameOf(respondentKey), JSON.stringify(words))
  } catch {
    // Refused or full: what was saved a moment before is still there.
  }
}

export function readExitWords(respondentKey: string): SurveyExitWords | null {
  try {
    const text = localStorage.getItem(nameOf(respondentKey))
    return text === null ? null : (JSON.parse(text) as SurveyExitWords)
  } catch {
    return null
  }
}

export function deleteExitWords(respondentKey: string): void {
  deleteWhere((key) => key === respondentKey)
}

/** Deletes those of respondents that are not in `keys`. */
export function deleteOtherExitWords(keys: ReadonlySet<string>): void {
  deleteWhere((key) => !keys.has(key))
}

function deleteWhere(isUnneeded: (respondentKey: string) => boolean): void {
  const start = nameOf('')
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(start) && isUnneeded(name.slice(start.length))) localStorage.removeItem(name)
    }
  } catch {
    // A browser that refuses the storage holds nothing in it.
  }
}

function nameOf(respondentKey: string): string {
  return `fanlight-survey-words:${thisServer()}:${respondentKey}`
}
