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

/** Fastify with valibot schemas; what every `…-routes.ts` gets. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypeProvider
>

/** A request of the server to itself: who is behind it, and with which others it writes. */
export type InnerRequest = { agent: SignedInAgent; member: GroupMember }

/** Any request of ours, whatever its route's schemas. */
export type AnyRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'agent' | 'server'>

/** Who asks: set for every route under `/api/` that is not public. */
export type SignedInAgent = {
  id: number
  by: 'session' | 'token'
  /** False for an API token that only reads. */
  mayWrite: boolean
  /** A kiosk has narrowed the session: only routes with `visitors: true` are for it. */
  isForVisitors: boolean
  /** Another text whenever something that the agent owns, or the agent's own row, has changed. */
  state: string
}

/** What of an agent's writing has a limit of its own; see `write-limits.ts`. */
export type LimitedWrite = 'properties'

/** See `kept-pages.ts`. */
export type KeptPages = {
  /** Sends the page that this agent got at this address, unless something of the agent's has changed since; else makes it. */
  send: (request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) => Promise<FastifyReply>
}

/** A multipart form, for the API description; `files` names its file fields. */
export type FormDescription = { fields?: GenericSchema; files: readonly string[] }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes for somebody who is not signed in. */
    agent: SignedInAgent | null
  }
  interface FastifyContextConfig {
    /** 'public' needs no sign-in; every other route under `/api/` answers 401 without one, 'session' 403 to an API token. */
    access?: 'public' | 'session'
    /** A route whose body is a form (JSON or multipart), read by `readForm`. */
    form?: FormDescription
    /** For the API description: a JSON body that the route parses itself. */
    body?: GenericSchema
    /** Its body holds those of other requests, each of which is judged by itself. */
    holdsRequests?: boolean
    writes?: LimitedWrite
    /** Changes nothing, although its method is POST: a token that only reads may ask it. */
    reads?: true
    /** Visitors at a kiosk need it; a session that a kiosk has narrowed is refused by all other routes with an agent. */
    visitors?: true
    /** 'harmless': a foreign page may make the browser send it, because nothing comes of it. */
    forgery?: 'harmless'
  }
  interface FastifyInstance {
    /** True when people reach the server over HTTPS, whatever this process hears. */
    isPublicOverHttps: boolean
    /** Refuses a photo that is beyond what the agent may write; see `write-limits.ts`. */
    countPhoto: (agentId: number) => void
    /** The address people type, where the settings say it. */
    publicOrigin: string | null
    /** What the server asks itself just now, by ticket; see `inner-requests.ts`. */
    innerRequests: Map<string, InnerRequest>
    eventStreams: EventStreams
    keptPages: KeptPages
    /** True once the server was asked to stop. */
    isStopping: () => boolean
    /** Finishes or refuses what is being asked, for so many milliseconds at most; see `graceful-stop.ts`. */
    drain: (patienceMs: number) => Promise<void>
  }
}
