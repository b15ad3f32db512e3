import { password } from './journey-steps.ts'

/** An agent who calls a running server over HTTP, without a browser. */
export type AgentOverHttp = {
  /** Cookie and anti-forgery token for other HTTP clients. */
  headers: Record<string, string>
  ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
}

export async function anAgentOverHttp(origin: string, username: string): Promise<AgentOverHttp> {
  const cookies = new Map<string, string>()
  const headers = (): Record<string, string> => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
  })
  async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headers(),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return answer
  }
  await ask('GET', '/api/sync/')
  const account = { username, email: `${username}@example.com`, password, password2: password }
  for (const path of ['/api/users/register/', '/api/users/auth/login/']) {
    const answer = await ask('POST', path, account)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  return { headers: headers(), ask }
}
