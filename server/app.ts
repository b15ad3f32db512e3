import type { RequestListener } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Writable } from 'node:stream'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { fastify, LogController, type FastifyServerOptions } from 'fastify'
import { accountsRoutes } from './accounts/accounts-routes.ts'
import { guardRoutes } from './accounts/sign-in-guard.ts'
import { agentBackupRoutes } from './backup/agent-backup-routes.ts'
import { calendarFileRoute, calendarFeedAddressRoutes } from './calendar-feed/calendar-feed-routes.ts'
import type { Config } from './config.ts'
import { errorReportsRoutes } from './errors/error-reports-routes.ts'
import { healthRoute, readinessRoute } from './health-route.ts'
import { apiDocs } from '#server/http/description/api-docs.ts'
import { collectRoutes, describeApi } from '#server/http/description/api-description.ts'
import { checkHost } from './http/check-host.ts'
import { compressAnswers } from '#server/http/bodies/compress-answers.ts'
import { answerClientError, sendAddressError, sendError } from './http/error-handler.ts'
import { createEventStreams } from './http/event-streams.ts'
import type { Server } from './http/fastify-types.ts'
import { echoIdempotencyKeys } from './http/idempotency-key.ts'
import { limitIncomingBodies, defaultBodyLimit, readJsonBodies } from '#server/http/bodies/incoming-bodies.ts'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { limitConnections } from './http/limit-connections.ts'
import { limitOutgoingBodies } from '#server/http/bodies/outgoing-bodies.ts'
import { readBuiltPage, servePageFiles } from '#server/http/pages/page-files.ts'
import { measureRequests } from './http/metrics.ts'
import { stopGracefully } from './http/graceful-stop.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { answerUnknownRoutes } from './http/unknown-routes.ts'
import { validatorCompiler } from './http/validation.ts'
import { limitWrites } from './http/write-limits.ts'
import { answerPlainHttp } from './https/answer-plain-http.ts'
import type { KeyAndCertificate } from './https/certificates.ts'
import { listingImagesRoutes } from './listings/listing-images-routes.ts'
import { listingsRoutes } from './listings/listings-routes.ts'
import type { Mailer } from './mail/mailer.ts'
import { photosRoutes } from './photos/photos-routes.ts'
import { propertiesRoutes } from './properties/properties-routes.ts'
import { standardKinds } from './records/own-kinds.ts'
import { ownRecordRoutes } from './records/own-record-routes.ts'
import type { Services } from './services.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { surveyAnalyticsRoutes } from './survey/survey-analytics-routes.ts'
import { surveyRoutes } from './survey/survey-routes.ts'
import { batchRoutes } from './sync/batch-routes.ts'
import { eventsRoutes } from './sync/events-routes.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { toursRoutes } from './tours/tours-routes.ts'

export type AppOptions = Pick<
  Config,
  'logLevel' | 'trustProxy' | 'publicOrigin' | 'registration' | 'metricsToken' | 'acceptsAnyHost'
> & {
  services: Services
  /** Folder of the built client; if the folder has no build, only the API is served. */
  pageFolder: string
  /** Key and certificate for HTTPS without a proxy, and a handler for plain HTTP on the same port. */
  https?: KeyAndCertificate & { plainHttp: RequestListener }
  mailer: Mailer | null
  logStream?: Writable
}

export async function buildApp(options: AppOptions): Promise<Server> {
  const { services } = options
  const page = await readBuiltPage(options.pageFolder)
  const server = createServer(options)

  readJsonBodies(server)
  limitConnections(server, options.trustProxy !== false)
  stopGracefully(server)
  await server.register(cookie)
  await server.register(multipart)
  await server.register(rateLimit, { global: false, errorResponseBuilder: rateLimitError })
  await sendSecurityHeaders(server, page)
  logRequests(server)
  if (!options.acceptsAnyHost) checkHost(server, options.publicOrigin)
  limitIncomingBodies(server)
  limitOutgoingBodies(server)
  server.setErrorHandler(sendError)
  answerUnknownRoutes(server, page)
  await collectRoutes(server)
  if (page !== null) await servePageFiles(server, page)

  healthRoute(server, services)
  readinessRoute(server, services)
  measureRequests(server, options.metricsToken)
  photosRoutes(server, services)
  calendarFileRoute(server, services)
  await server.register(
    async (api: Server) => {
      // Neither browsers nor proxies may cache API responses: the client has a database for that.
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      echoIdempotencyKeys(api)
      // `limitWrites` counts the bytes of answers as they are stored, uncompressed, so it precedes `compressAnswers`.
      limitWrites(api)
      compressAnswers(api)
      guardRoutes(api, services)
      accountsRoutes(api, services, options)
      propertiesRoutes(api, services)
      listingsRoutes(api, services)
      listingImagesRoutes(api, services)
      for (const kind of standardKinds) ownRecordRoutes(api, services, kind)
      toursRoutes(api, services)
      statisticsRoutes(api, services)
      agentBackupRoutes(api, services)
      calendarFeedAddressRoutes(api, services)
      surveyRoutes(api, services)
      surveyAnalyticsRoutes(api, services)
      syncRoutes(api, services)
      batchRoutes(api, services)
      eventsRoutes(api, services)
      errorReportsRoutes(api)
      describeApi(api)
      apiDocs(api)
    },
    { prefix: '/api' },
  )
  return server
}

function createServer({ logLevel, logStream, https, trustProxy, publicOrigin }: AppOptions): Server {
  const limits = { headersTimeout: 15_000, connectionsCheckingInterval: 5000 }
  const settings: FastifyServerOptions = {
    logger: { level: logLevel, ...(logStream === undefined ? {} : { stream: logStream }) },
    // `logRequests` replaces Fastify's log lines, which contain URLs and so the texts of searches.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(trustProxy),
    bodyLimit: defaultBodyLimit,
    // The longest time for a body; `incoming-bodies.ts` sets shorter ones for routes with smaller bodies.
    requestTimeout: 400_000,
    forceCloseConnections: 'idle',
    frameworkErrors: sendAddressError,
    clientErrorHandler: answerClientError,
    ...(https === undefined
      ? { http: limits }
      : { https: { key: https.key, cert: https.cert, handshakeTimeout: 15_000, ...limits } }),
  }
  const server: Server = fastify(settings)
  if (https !== undefined) answerPlainHttp(server.server as SecureServer, https.plainHttp)
  server.setValidatorCompiler(validatorCompiler as never)
  server.setSerializerCompiler(() => JSON.stringify)
  server.decorate('isPublicOverHttps', https !== undefined || publicOrigin?.startsWith('https:') === true)
  server.decorate('publicOrigin', publicOrigin ?? null)
  server.decorate('subrequestsByTicket', new Map())
  server.decorate('eventStreams', createEventStreams())
  server.decorate('pageCache', createPageCache())
  server.decorateRequest('agent', null)
  return server
}

/** Trusts the given number of proxies: Fastify calls the function for each proxy address in turn. */
function trustedProxies(trusted: Config['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

function rateLimitError(_request: unknown, { ttl }: { ttl: number }): Error {
  return Object.assign(new Error('Too many requests'), { statusCode: 429, retryAfterSeconds: Math.ceil(ttl / 1000) })
}

/** Logs one line per request without personal data: the route's pattern, not the URL, and no body. */
function logRequests(server: Server): void {
  server.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
