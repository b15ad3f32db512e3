import { newApiToken } from '#tests/support/server-process.ts'

export type Asked = { status: number; body: unknown }

/** An agent of a server that comes and goes: a request without an answer is sent again under its key. */
export type PersistentAgent = {
  /** Sends once; null without an answer. */
  ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Asked | null>
  /** Sends until there is an answer other than 503 or 409 `key_in_progress`; throws after two minutes without one. */
  insist: (method: string, path: string, body: unknown, key: string) => Promise<Asked>
}

export async function persistentAgent(origin: () => string, name: string): Promise<PersistentAgent> {
  return agentWithToken(origin, await newApiToken(origin(), name))
}

type Way = {
  /** Milliseconds after which the agent hangs up; undefined: it waits. */
  hangsUpAfter?: () => number | undefined
  onAnswer?: (path: string, ms: number, isReplay: boolean) => void
}

export function agentWithToken(
  origin: () => string,
  token: string,
  { hangsUpAfter = () => undefined, onAnswer = () => {} }: Way = {},
): PersistentAgent {
  const authorization = `Bearer ${token}`

  async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Asked | null> {
    const askedAt = performance.now()
    const patience = hangsUpAfter()
    const isForm = body instanceof FormData
    try {
      const answer = await fetch(`${origin()}/api/${path}`, {
        method,
        headers: {
          authorization,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        ...(patience === undefined ? {} : { signal: AbortSignal.timeout(patience) }),
      })
      const text = await answer.text()
      onAnswer(path, performance.now() - askedAt, answer.headers.has('idempotent-replay'))
      return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
    } catch {
      return null
    }
  }

  async function insist(method: string, path: string, body: unknown, key: string): Promise<Asked> {
    const deadline = performance.now() + 120_000
    for (;;) {
      const answer = await ask(method, path, body, key)
      if (answer !== null && !mayComeAgain(answer)) return answer
      if (performance.now() > deadline)
        throw new Error(
          `${method} ${path} has no final answer within two minutes; the last one: ${JSON.stringify(answer)}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  return { ask, insist }
}

function mayComeAgain({ status, body }: Asked): boolean {
  return status === 503 || (status === 409 && (body as { code?: unknown }).code === 'key_in_progress')
}
