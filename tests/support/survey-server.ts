import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { surveyDatabase } from '#storage/survey/survey-store.ts'
import { startSurveySending } from '#features/survey/respondents/survey-sending.ts'
import { markUnsentRespondents } from '#storage/survey/survey-marker.ts'
import { onTestFinished } from 'vitest'
import { surveyQuestions } from './survey-questions.ts'

type Submission = {
  session_id: number
  responses: { question_id: string; answer: unknown }[]
  email: string
  is_completed: boolean
}

/** The survey's calls as the specification has them: without keys, versions and revisions. */
export type SurveyServer = {
  isReachable: boolean
  questions: unknown
  /** The status of the next requests by call, such as `POST questionnaire/submit/`. */
  statuses: Map<string, number>
  arrivals: { call: string; body: Record<string, unknown> }[]
  /** The last save of each session; null before the first. */
  sessions: Map<number, Submission | null>
  completed: () => Submission[]
}

/** Replaces `fetch` until the test ends; then the survey is removed from the device. */
export function startSurveyServer(): SurveyServer {
  const server: SurveyServer = {
    isReachable: true,
    questions: surveyQuestions,
    statuses: new Map(),
    arrivals: [],
    sessions: new Map(),
    completed: () => [...server.sessions.values()].filter((session) => session?.is_completed === true) as Submission[],
  }
  const realFetch = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return realFetch(input, init)
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    const call = `${request.method} ${pathname.slice('/api/'.length)}`
    const text = await request.text()
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    server.arrivals.push({ call, body })
    const status = server.statuses.get(call)
    if (status !== undefined) return Response.json({ detail: 'No.' }, { status })
    if (call === 'GET questionnaire/questions/') return Response.json(server.questions)
    if (call === 'POST questionnaire/start/') {
      const sessionId = server.sessions.size + 1
      server.sessions.set(sessionId, null)
      return Response.json({ session_id: sessionId }, { status: 201 })
    }
    if (call === 'POST questionnaire/submit/') {
      server.sessions.set(Number(body['session_id']), body as Submission)
      return Response.json({})
    }
    return Response.json({ detail: 'Not found.' }, { status: 404 })
  }
  onTestFinished(async () => {
    await leaveSurveyPage()
    window.fetch = realFetch
    await surveyDatabase().delete()
    markUnsentRespondents(false)
  })
  return server
}

/** The respondents and answers in the database on this device. */
export async function surveyOnDevice() {
  const database = surveyDatabase()
  await database.open()
  try {
    const [respondents, contents] = await Promise.all([database.respondents.toArray(), database.contents.toArray()])
    return { respondents, contents }
  } finally {
    database.close()
  }
}

/** Stops sending and closes the store, as when the page closes. */
export async function leaveSurveyPage(): Promise<void> {
  const sending = await startSurveySending()
  await sending.stop()
  const store = await pageSurveyStore()
  store.close()
}
