import { onTestFinished } from 'vitest'
import type { User } from '#core/contract/account.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'

/** `search` is the query string, with its question mark. */
export type Arrival = { call: string; search: string; body: Record<string, unknown> }

type Account = User & { password: string }
type Reply = { status: number; body?: unknown }

/** A small server for pages under test, with accounts, empty lists, and answers that a test can replace. */
export type AccountServer = {
  /** Requests in order; `call` is like `POST users/auth/login/`. */
  arrivals: Arrival[]
  /** The agent of the browser's session; null when signed out. */
  signedIn: User | null
  /** If false, every request fails as without a network. */
  isReachable: boolean
  /** Answers by call, instead of the server's own. */
  answers: Map<string, Reply | ((body: Record<string, unknown>, headers: Headers, search: string) => Reply)>
  /** Makes a call wait until the returned function is called. */
  hold: (call: string) => () => void
  addAccount: (account: Partial<Account> & { username: string }) => Account
}

/** Replaces `fetch` until the test ends, so that everything above it is real. */
export function startAccountServer(): AccountServer {
  const accounts: Account[] = []
  const own = [profileCalls, sessionCalls(), feedCalls(), tokenCalls()]
  const held = new Map<string, Promise<void>>()
  let lastId = Date.now()

  const server: AccountServer = {
    arrivals: [],
    signedIn: null,
    isReachable: true,
    answers: new Map(),
    hold: (call) => hold(held, call),
    addAccount: (wishes) => {
      lastId += 1
      const account = anAccount(lastId, wishes)
      accounts.push(account)
      return account
    },
  }

  function answer(call: string, body: Record<string, unknown>): Reply {
    const { signedIn } = server
    switch (call) {
      case 'POST users/register/':
        server.addAccount({ username: String(body['username']), password: String(body['password']) })
        return { status: 201, body: { detail: 'Created.' } }
      case 'POST users/auth/login/': {
        const account = accounts.find((one) => isSigningIn(one, body))
        if (account === undefined) return { status: 401, body: { detail: 'No.' } }
        server.signedIn = account
        return { status: 200, body: { user: withoutPassword(account) } }
      }
      case 'POST users/auth/logout/':
        server.signedIn = null
        return { status: 204 }
    }
    if (signedIn === null) return { status: 401, body: { detail: 'Authentication credentials were not provided.' } }
    const reply = own.reduce<Reply | undefined>((known, calls) => known ?? calls(call, body, signedIn), undefined)
    return reply ?? plainList(call)
  }

  const realFetch = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return realFetch(input, init)
    const call = `${request.method} ${pathname.slice('/api/'.length)}`
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    const text = await request.text()
    const body = /^[{[]/.test(text) ? (JSON.parse(text) as Record<string, unknown>) : {}
    server.arrivals.push({ call, search, body })
    await held.get(call)
    const given = server.answers.get(call) ?? answer(call, body)
    const reply = typeof given === 'function' ? given(body, request.headers, search) : given
    return responseTo(request, reply)
  }
  onTestFinished(() => {
    window.fetch = realFetch
  })
  return server
}

/** Leaves the kind of server unknown; with a known plain server, the account cannot be changed. */
export function leaveKindUnknown(server: AccountServer): void {
  server.answers.set('GET sync/', { status: 503 })
}

/** Like our server, echoes the key of every request. */
function responseTo(request: Request, { status, body }: Reply): Response {
  const key = request.headers.get(headerNames.idempotencyKey)
  const init = { status, headers: key === null ? {} : { [headerNames.idempotencyKey]: key } }
  return body === undefined ? new Response(null, init) : Response.json(body, init)
}

function isSigningIn({ username, password }: Account, body: Record<string, unknown>): boolean {
  return username === body['username'] && password === body['password']
}

function plainList(call: string): Reply {
  const isList = /^GET (crm\/clients|listings|listings\/available|properties\/properties)\/$/.test(call)
  return isList ? { status: 200, body: [] } : { status: 404, body: { detail: 'Not found.' } }
}

function hold(held: Map<string, Promise<void>>, call: string): () => void {
  let letGo = () => {}
  held.set(
    call,
    new Promise((resolve) => {
      letGo = resolve
    }),
  )
  return () => {
    held.delete(call)
    letGo()
  }
}

function anAccount(id: number, wishes: Partial<Account> & { username: string }): Account {
  return {
    id,
    email: `${wishes.username}@example.com`,
    first_name: '',
    last_name: '',
    license_number: '',
    phone_number: '',
    password: 'a-long-and-quiet-river',
    ...wishes,
  }
}

/** Answers calls of a signed-in agent; undefined for other calls. */
type Calls = (call: string, body: Record<string, unknown>, signedIn: User) => Reply | undefined

const profileCalls: Calls = (call, body, signedIn) => {
  switch (call) {
    case 'GET users/profile/':
      return { status: 200, body: withoutPassword(signedIn) }
    case 'PATCH users/profile/':
      Object.assign(signedIn, body)
      return { status: 200, body: withoutPassword(signedIn) }
    case 'GET users/dashboard/':
      return { status: 200, body: { active_listings: 0, total_listings: 0, total_clients: 0, upcoming_tours: 2 } }
    default:
      return undefined
  }
}

function sessionCalls(): Calls {
  const sessions = ['Macintosh Firefox/126.0', 'iPhone Safari/604.1', 'Windows Chrome/124.0'].map(
    (user_agent, index) => ({
      id: index + 1,
      user_agent,
      created_at: '2026-11-02T09:00:00Z',
      last_seen_at: '2026-11-21T09:00:00Z',
      is_current: index === 0,
    }),
  )
  return (call) => {
    if (call === 'GET users/sessions/') return { status: 200, body: { results: sessions } }
    if (call === 'DELETE users/sessions/' || call === 'POST users/password/') {
      sessions.splice(1)
      return { status: 204 }
    }
    const session = /^DELETE users\/sessions\/(\d+)\/$/.exec(call)?.[1]
    if (session === undefined) return undefined
    sessions.splice(
      sessions.findIndex(({ id }) => id === Number(session)),
      1,
    )
    return { status: 204 }
  }
}

function feedCalls(): Calls {
  let feed: string | null = null
  let feeds = 0
  return (call) => {
    switch (call) {
      case 'GET users/calendar-feed/':
        return { status: 200, body: { address: feed, created_at: null } }
      case 'POST users/calendar-feed/':
        feeds += 1
        feed = `/calendar/secret-${feeds}.ics`
        return { status: 201, body: { address: feed, created_at: null } }
      case 'DELETE users/calendar-feed/':
        feed = null
        return { status: 204 }
      default:
        return undefined
    }
  }
}

function tokenCalls(): Calls {
  const tokens: { id: number; name: string; scope: string; created_at: string; last_used_at: null }[] = []
  return (call, body) => {
    if (call === 'GET users/tokens/') return { status: 200, body: tokens }
    if (call === 'POST users/tokens/') {
      const token = {
        id: tokens.length + 1,
        name: String(body['name']),
        scope: String(body['scope']),
        created_at: '2026-11-21T09:00:00Z',
        last_used_at: null,
      }
      tokens.push(token)
      return { status: 201, body: { ...token, token: 'secret-shown-once' } }
    }
    if (!/^DELETE users\/tokens\/\d+\/$/.test(call)) return undefined
    tokens.splice(0)
    return { status: 204 }
  }
}

function withoutPassword(account: User): User {
  const { password: _, ...user } = account as Account
  return user
}
