import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { GenericSchema } from 'valibot'
import type { GroupMember } from '#server/database/write.ts'
import type { EventStreams } from './event-streams.ts'
import type { ValibotTypeProvider } from './validation.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypeProvider
>

/** The agent behind a subrequest, and its place in a group of writes. */
export type SubrequestContext = { agent: SignedInAgent; member: GroupMember }

export type AnyRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'agent' | 'server'>

/** Set on every route under `/api/` that is not public. */
export type SignedInAgent = {
  id: number
  by: 'session' | 'token'
  /** False for a read-only API token. */
  mayWrite: boolean
  /** True for a kiosk session: only routes with `visitors: true` accept it. */
  isKiosk: boolean
  /** Cache validator: changes when the agent or any of their records changes. */
  dataVersion: string
}

export type LimitedWrite = 'properties'

export type PageCache = {
  /** Sends the cached page of this agent and URL if the agent's data has not changed since, otherwise makes it. */
  send: (request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) => Promise<FastifyReply>
}

export type FormDescription = { fields?: GenericSchema; files: readonly string[] }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes without sign-in. */
    agent: SignedInAgent | null
  }
  interface FastifyContextConfig {
    /** 'public' needs no sign-in; other routes under `/api/` do (401). 'session' also refuses API tokens (403). */
    access?: 'public' | 'session'
    form?: FormDescription
    /** For the API description only: a JSON body that the route parses itself. */
    body?: GenericSchema
    /** The body contains other requests, each of which is validated for itself. */
    holdsRequests?: boolean
    writes?: LimitedWrite
    /** A POST that changes nothing, so a read-only token may send it. */
    reads?: true
    /** Available in kiosk sessions. They are refused by all other routes that need an agent. */
    visitors?: true
    /** 'harmless' skips the CSRF check: a foreign page may trigger the request, because it has no effect. */
    forgery?: 'harmless'
  }
  interface FastifyInstance {
    /** True if clients reach the server over HTTPS, even if a proxy forwards plain HTTP to this process. */
    isPublicOverHttps: boolean
    /** Throws a refusal if the agent has sent too many photos; see `write-limits.ts`. */
    countPhoto: (agentId: number) => void
    publicOrigin: string | null
    /** By ticket; see `subrequests.ts`. */
    innerRequests: Map<string, SubrequestContext>
    eventStreams: EventStreams
    keptPages: PageCache
    isStopping: () => boolean
    /** Finishes running requests, or refuses them after `patienceMs`; see `graceful-stop.ts`. */
    drain: (patienceMs: number) => Promise<void>
  }
}
