import { Dexie, type Table } from 'dexie'
import type { Question } from '#core/contract/survey.ts'
import type { Json } from '#core/contract/json.ts'
import type { Respondent, RespondentContent } from '#core/sync/survey/respondent.ts'
import { type DatabaseHome, freezableHome } from '#storage/database/device-database.ts'
import { thisServer } from '#storage/database/device-name.ts'

/** A version of the questionnaire as this device got it; it stays as long as somebody answers it. */
export type QuestionnaireCopy = {
  /** Names the copy: the server's version, or what its questions say. */
  id: string
  /** Null on a server without versions. */
  version: number | null
  questions: Question[]
  fetchedAt: number
}

/**
 * The public survey on this device, apart from every agent's data: it is answered without a sign-in, and stays when
 * an agent leaves.
 */
export type SurveyDatabase = Dexie & {
  questionnaires: Table<QuestionnaireCopy, string>
  respondents: Table<Respondent, string>
  contents: Table<RespondentContent, string>
  facts: Table<{ name: string; value: Json }, string>
}

/** `home` is the browser's own by default. */
export function surveyDatabase(name: string = surveyDatabaseName(), home: DatabaseHome = {}): SurveyDatabase {
  const database = new Dexie(name, {
    // An answer that the screen calls saved is on the disk (fault A4).
    chromeTransactionDurability: 'strict',
    // Dexie would keep what it has read, and with it the answers of people who have left (fault D8).
    cache: 'disabled',
    autoOpen: false,
    ...freezableHome(home),
  }) as SurveyDatabase
  // A new version of the shape gets a new line below this one; released lines never change (fault J1).
  database.version(1).stores({
    questionnaires: 'id',
    respondents: 'key, state',
    contents: 'key',
    facts: 'name',
  })
  return database
}

/** Not under the name of agents' databases, which are found and deleted by their beginning. */
function surveyDatabaseName(): string {
  return `fanlight-survey:${thisServer()}`
}

/** Page, tabs and worker compete for the right to send under this name. */
export function surveySenderLockName(): string {
  return `fanlight-survey-sender:${thisServer()}`
}

/** The name under which the page asks the browser to wake the worker for the survey. */
export const surveySendingTag = 'fanlight-survey'
