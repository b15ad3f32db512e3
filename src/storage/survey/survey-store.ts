import type { Respondent, RespondentContent } from '#core/sync/survey/respondent.ts'
import type { RespondentStore } from '#core/sync/survey/send-respondents.ts'
import type { ReplicaTransaction, SenderLock } from '#core/sync/ports.ts'
import { freezableIndexedDbApi, type IndexedDbApi } from '#storage/database/device-database.ts'
import { retryAfterFreeze, onPageFreeze, untilPageReturns } from '#storage/database/page-freeze.ts'
import { leaseSenderLock, webSenderLock, browserLocks } from '#storage/device/sender-lock.ts'
import { StorageError, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import { randomIds, systemClock } from '#storage/device/system-clock.ts'
import { Dexie, type Table } from 'dexie'
import type { Question, Questionnaire } from '#core/contract/survey.ts'
import type { Json } from '#core/contract/json.ts'
import { thisServer } from '#storage/database/device-name.ts'

export type SurveyStore = RespondentStore & {
  /** True if the browser refuses storage: answers are lost with the page, so they count as saved only once the server has them. */
  isMemory: boolean
  /** For live queries. Write through `add`, `change` or `changeWhole`. */
  database: SurveyDatabase
  senderLock: SenderLock
  add: (respondent: Respondent) => Promise<void>
  /** Like `change`, but with the respondent's answers; resolves to false if the respondent is no longer stored. */
  changeWhole: (
    key: string,
    work: (
      respondent: Respondent,
      content: RespondentContent,
    ) => { respondent: Respondent; content: RespondentContent },
  ) => Promise<boolean>
  /** Runs work on the database, and once more after a lost connection; rejects with a `StorageError`. */
  durably: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => void
}

const pauseKey = 'paused-until'

/** Opens or creates the survey's database; needs no network or sign-in. `memory` replaces the browser's IndexedDB. Rejects with a `StorageError`. */
export async function openSurveyStore(name?: string, memory?: IndexedDbApi): Promise<SurveyStore> {
  const database = surveyDatabase(name, memory)
  // An older tab must not block another tab's upgrade or deletion (fault A9).
  database.on('versionchange', () => database.close({ disableAutoOpen: true }))
  const stopListening = onPageFreeze(() => database.close({ disableAutoOpen: false }))

  await openWithRetry(database)
  const { respondents, contents, facts } = database
  const durably: SurveyStore['durably'] = (work) => retryAfterFreeze(() => withReopening(database, work))

  function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return durably(() => database.transaction('rw', respondents, contents, work))
  }

  return {
    isMemory: memory !== undefined,
    database,
    senderLock: senderLockOf(database, durably),
    durably,
    respondents: async () => {
      const all = await durably(() => respondents.toArray())
      return all.toSorted((one, other) => one.startedAt - other.startedAt)
    },
    respondent: (key) => durably(() => respondents.get(key)),
    respondentWithAnswers: (key) =>
      durably(() =>
        database.transaction('r', respondents, contents, async () => {
          const [respondent, content] = await Promise.all([respondents.get(key), contents.get(key)])
          return respondent === undefined ? undefined : { respondent, content: content ?? nothingAnswered(key) }
        }),
      ),
    change: (key, work) =>
      inTransaction(async () => {
        const before = await respondents.get(key)
        if (before === undefined) return
        const after = work(before)
        if (after !== null) return void (await respondents.put(after))
        await Promise.all([respondents.delete(key), contents.delete(key)])
      }),
    pausedUntil: () => durably(async () => Number((await facts.get(pauseKey))?.value ?? 0)),
    pauseUntil: (until) => durably(async () => void (await facts.put({ name: pauseKey, value: until }))),
    add: (respondent) => inTransaction(async () => void (await respondents.add(respondent))),
    changeWhole: (key, work) =>
      inTransaction(async () => {
        const [respondent, content] = await Promise.all([respondents.get(key), contents.get(key)])
        if (respondent === undefined) return false
        const after = work(respondent, content ?? nothingAnswered(key))
        await Promise.all([respondents.put(after.respondent), contents.put(after.content)])
        return true
      }),
    close: () => {
      stopListening()
      database.close({ disableAutoOpen: true })
    },
  }
}

/** Retries once: a process suspended during the opening finds its transaction aborted (fault A25). */
async function openWithRetry(database: SurveyDatabase): Promise<void> {
  const open = () => retryAfterFreeze(() => database.open())
  try {
    await open().catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
      return open()
    })
  } catch (cause) {
    throw new StorageError(isQuotaError(cause) ? 'full' : 'refused', { cause })
  }
}

async function withReopening<Result>(database: SurveyDatabase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionLost(error)) throw storageProblem(error)
  }
  await untilPageReturns()
  try {
    database.close({ disableAutoOpen: false })
    await database.open()
    return await work()
  } catch (error) {
    throw storageProblem(error)
  }
}

export function nothingAnswered(key: string): RespondentContent {
  return { key, answers: {}, email: '', responses: [] }
}

function senderLockOf(database: SurveyDatabase, durably: SurveyStore['durably']): SenderLock {
  const locks = browserLocks()
  if (locks !== undefined) return webSenderLock(surveySenderLockName(), locks)
  // Without the Web Locks API, a lease in `facts` takes the lock's place.
  const { facts } = database
  const store = {
    meta: async (name: string) => (await facts.get(name))?.value,
    setMeta: async (name: string, value: never) => void (await facts.put({ name, value })),
  } as unknown as ReplicaTransaction
  const leases: Parameters<typeof leaseSenderLock>[0] = {
    transact: (_, work) => durably(() => database.transaction('rw', facts, () => work(store))),
  }
  return leaseSenderLock(leases, systemClock, randomIds.uuid())
}

function storageProblem(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(isQuotaError(cause) ? 'full' : 'lost', { cause })
}

/** A stored version of the questionnaire: the newest, or an older one that a respondent here still answers. */
export type QuestionnaireCopy = {
  /** `version 3`, or the questions as JSON on a server without versions. */
  id: string
  /** Null on a server without versions. */
  version: number | null
  questions: Question[]
  fetchedAt: number
}

/** Separate from the agents' databases: respondents do not sign in, and their answers remain when an agent signs out. */
type SurveyDatabase = Dexie & {
  questionnaires: Table<QuestionnaireCopy, string>
  respondents: Table<Respondent, string>
  contents: Table<RespondentContent, string>
  facts: Table<{ name: string; value: Json }, string>
}

export function surveyDatabase(name: string = surveyDatabaseName(), indexedDbApi: IndexedDbApi = {}): SurveyDatabase {
  const database = new Dexie(name, {
    // An answer must be on the disk before the screen calls it saved (fault A4).
    chromeTransactionDurability: 'strict',
    // Dexie's cache would retain the answers of respondents who have left (fault D8).
    cache: 'disabled',
    autoOpen: false,
    ...freezableIndexedDbApi(indexedDbApi),
  }) as SurveyDatabase
  // A new schema gets a new line below; released lines never change (fault J1).
  database.version(1).stores({
    questionnaires: 'id',
    respondents: 'key, state',
    contents: 'key',
    facts: 'name',
  })
  return database
}

/** The prefix differs from that of the agents' databases, because the app finds and deletes those by their prefix. */
function surveyDatabaseName(): string {
  return `fanlight-survey:${thisServer()}`
}

/** Tabs and the worker compete for the right to send under this name. */
function surveySenderLockName(): string {
  return `fanlight-survey-sender:${thisServer()}`
}

/** Tag of the Background Sync event in which the service worker sends. */
export const surveySendingTag = 'fanlight-survey'

/** Returns the newest questions on this device, or null if there are none. */
export async function newestQuestionnaire({ database, durably }: SurveyStore): Promise<QuestionnaireCopy | null> {
  const all = await durably(() => database.questionnaires.toArray())
  return all.toSorted((one, other) => other.fetchedAt - one.fetchedAt)[0] ?? null
}

export async function questionnaireCopy(
  { database, durably }: SurveyStore,
  id: string,
): Promise<QuestionnaireCopy | null> {
  return (await durably(() => database.questionnaires.get(id))) ?? null
}

/** Stores the server's questionnaire and deletes older versions that no respondent here still answers. */
export async function storeQuestionnaire(
  { database, durably }: SurveyStore,
  questionnaire: Questionnaire,
  now: number,
): Promise<QuestionnaireCopy> {
  const copy: QuestionnaireCopy = { ...questionnaire, id: copyId(questionnaire), fetchedAt: now }
  const { questionnaires, respondents } = database
  await durably(() =>
    database.transaction('rw', questionnaires, respondents, async () => {
      const answered = new Set((await respondents.toArray()).map((respondent) => respondent.questionnaire))
      await questionnaires.put(copy)
      await questionnaires.filter(({ id }) => id !== copy.id && !answered.has(id)).delete()
    }),
  )
  return copy
}

/** On a server without versions, different questions are a different version. */
function copyId({ version, questions }: Questionnaire): string {
  return version === null ? JSON.stringify(questions) : `version ${version}`
}
