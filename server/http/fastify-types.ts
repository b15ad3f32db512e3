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

/** The signed-in agent of a subrequest (one operation of a batch), and the subrequest's place in the batch's transaction. */
export type SubrequestContext = { agent: SignedInAgent; member: GroupMember }

/** The part of a request that helpers need, so that they accept requests of every route. */
export type AnyRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'agent' | 'server'>

/** The agent that sent a request. Set on every route under `/api/` that is not public. */
export type SignedInAgent = {
  id: number
  signedInWith: 'session' | 'token'
  /** False for a read-only API token. */
  mayWrite: boolean
  /** True for a kiosk session: only routes with `allowsKiosk: true` accept it. */
  isKiosk: boolean
  /** Cache validator: changes when the agent or any of their records changes. */
  dataVersion: string
}

/** Kinds of writes that have a separate rate limit; see `write-limits.ts`. */
export type LimitedWrite = 'properties'

export type PageCache = {
  /** Sends the cached page for this agent and URL; if the agent's data has changed since, calls `make` for a new one. */
  send: (request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) => Promise<FastifyReply>
}

/** A multipart form: the schema of its text fields and the names of its file fields. */
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
    /** The body contains other requests, each of which is validated separately. */
    isBatch?: boolean
    /** The rate limit that a request counts against, besides the one for all writes. */
    writeLimit?: LimitedWrite
    /** A POST that changes nothing, so a read-only API token may send it. */
    changesNothing?: true
    /** A kiosk session may use this route. All other routes that need an agent refuse kiosk sessions. */
    allowsKiosk?: true
    /** 'harmless' skips the CSRF check: a foreign page may trigger the request, because it has no effect. */
    forgery?: 'harmless'
  }
  interface FastifyInstance {
    /** True if clients reach the server over HTTPS, even if a proxy forwards plain HTTP to this process. */
    isPublicOverHttps: boolean
    /** Counts a photo; throws a refusal if the agent has sent too many in a short time (see `write-limits.ts`). */
    countPhotoOrRefuse: (agentId: number) => void
    /** Where clients reach the server, such as `https://agents.example.com`; null if not configured. */
    publicOrigin: string | null
    /** The running subrequests, by their one-time ticket; see `subrequests.ts`. */
    subrequestsByTicket: Map<string, SubrequestContext>
    eventStreams: EventStreams
    pageCache: PageCache
    isStopping: () => boolean
    /** Finishes running requests, or refuses them after `patienceMs`; see `graceful-stop.ts`. */
    drain: (patienceMs: number) => Promise<void>
  }
}
