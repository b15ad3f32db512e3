import type { Json } from '#core/contract/json.ts'
import type { Answer, RemoteServer, Request } from '#core/sync/ports.ts'

type Session = { sessionId: string; responses: Json; email: string; isCompleted: boolean; revision: number }

export type SurveyFault =
  | 'offline'
  | 'lost-request'
  | 'lost-answer'
  | 'cut-off'
  | { status: number; body?: Json; headers?: Record<string, string> }

/** A model of the survey's calls, behind a network with faults. */
export function surveyModelServer(kind: 'ours' | 'plain') {
  const sessions = new Map<string, Session>()
  const sessionIdsByKey = new Map<string, string>()
  const faults: SurveyFault[] = []
  const sent: Request[] = []
  let isOnline = true
  let isStopped: (request: Request) => boolean = () => false

  function start(fields: Request['fields']): Answer {
    const key = kind === 'ours' ? textOf(fields['client_key']) : ''
    const sessionId = sessionIdsByKey.get(key) ?? `session-${sessions.size + 1}`
    if (key !== '') sessionIdsByKey.set(key, sessionId)
    if (!sessions.has(sessionId)) sessions.set(sessionId, newSession(sessionId))
    return answered(201, { session_id: sessionId, ...(kind === 'ours' ? { version: fields['version'] ?? 0 } : {}) })
  }

  function submit(fields: Request['fields']): Answer {
    const session = sessions.get(textOf(fields['session_id']))
    if (session === undefined) return answered(404, { detail: 'Not found.' })
    const revision = Number(fields['revision'] ?? 0)
    if (session.isCompleted) {
      const isSame = kind === 'ours' && revision === session.revision
      return isSame ? saved(kind, session) : answered(409, { detail: 'Completed.', code: 'survey_completed' })
    }
    if (kind === 'ours' && revision < session.revision) return answered(409, { detail: 'Old.', code: 'save_is_old' })
    const after = { ...session, ...savedIn(fields), revision }
    sessions.set(session.sessionId, after)
    return saved(kind, after)
  }

  const server: RemoteServer = {
    send: async (request) => {
      await Promise.resolve()
      if (isOnline && request.path === 'sync/') return probeAnswer(kind)
      const fault = isOnline ? faults.shift() : 'offline'
      if (isOnline && isStopped(request)) return { kind: 'unanswered', cause: 'offline', mayHaveArrived: true }
      if (fault === 'offline') return { kind: 'unanswered', cause: 'offline', mayHaveArrived: false }
      if (fault === 'lost-request') return { kind: 'unanswered', cause: 'timeout', mayHaveArrived: true }
      if (typeof fault === 'object') return answered(fault.status, fault.body ?? { detail: 'No.' }, fault.headers)
      sent.push(request)
      const answer = request.path === 'questionnaire/start/' ? start(request.fields) : submit(request.fields)
      if (fault === 'lost-answer') return { kind: 'unanswered', cause: 'timeout', mayHaveArrived: true }
      if (fault === 'cut-off') return cutOff
      return answer
    },
    renewAntiForgery: async () => {},
  }

  return {
    server,
    sent,
    /** The next requests meet these faults, one each. */
    meet: (...next: SurveyFault[]) => faults.push(...next),
    /** Resets the connection of matching requests from now on. */
    stop: (isMet: (request: Request) => boolean) => (isStopped = isMet),
    goOffline: () => (isOnline = false),
    goOnline: () => (isOnline = true),
    /** Restores a backup from before all sessions. */
    forget: () => {
      sessions.clear()
      sessionIdsByKey.clear()
    },
    sessions: () => [...sessions.values()],
    completed: () => [...sessions.values()].filter(({ isCompleted }) => isCompleted),
  }
}

function savedIn(fields: Request['fields']): Pick<Session, 'responses' | 'email' | 'isCompleted'> {
  const { responses = [], email, is_completed: isCompleted } = fields
  return { responses, email: textOf(email), isCompleted: isCompleted === true }
}

function saved(kind: 'ours' | 'plain', { sessionId, isCompleted, revision }: Session): Answer {
  return answered(200, kind === 'ours' ? { session_id: sessionId, is_completed: isCompleted, revision } : {})
}

function probeAnswer(kind: 'ours' | 'plain'): Answer {
  return kind === 'ours' ? answered(200, description) : answered(404, { detail: 'Not found.' })
}

const description = {
  features: ['idempotency', 'etag', 'changes'],
  history: 'same',
  key_retention_days: 45,
  keys_from: 0,
  keys_since: '',
  journal_from: 0,
  minimum_version: 1,
}

function answered(status: number, body: Json, headers: Record<string, string> = {}): Answer {
  return { kind: 'answered', status, headers, body, bodyKind: 'json' }
}

const cutOff: Answer = { kind: 'answered', status: 200, headers: {}, body: undefined, bodyKind: 'cut-off' }

function newSession(sessionId: string): Session {
  return { sessionId, responses: [], email: '', isCompleted: false, revision: -1 }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
