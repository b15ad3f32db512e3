import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '#server/http/fastify-types.ts'
import { etagOfBody, isKnown } from '#server/http/if-none-match.ts'

export type BuiltPage = {
  folder: string
  /** Sources for the content security policy: the hashes of what stands inside the two pages. */
  scriptHashes: string[]
  styleHashes: string[]
  /** Answers index.html, for every address that the page's own router knows. */
  send: Sender
  /** Answers `/`: index.html with the home drawn into it. */
  sendHome: Sender
}

type Sender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The page that the build wrote; null when there is none, and then only the API is served. */
export async function readBuiltPage(folder: string): Promise<BuiltPage | null> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => null)
  const [html, home] = await Promise.all([read('index.html'), read('home.html')])
  if (html === null) return null
  const both = html + (home ?? '')
  return {
    folder: path.resolve(folder),
    scriptHashes: hashesOf(both, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    styleHashes: hashesOf(both, /<style[^>]*>([\s\S]*?)<\/style>/g),
    send: senderOf(html),
    sendHome: senderOf(home ?? html),
  }
}

/** From memory, because the policy's hashes are those of this text, whatever a later build writes to the disk. */
function senderOf(html: string): Sender {
  const etag = etagOfBody(html)
  const brotli = brotliCompressSync(html)
  const gzip = gzipSync(html)
  return (request, reply) => {
    reply
      .headers({ 'cache-control': 'no-cache', etag, vary: 'accept, accept-encoding' })
      .type('text/html; charset=utf-8')
    if (isKnown(request, etag)) return reply.code(304).send()
    const understood = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(understood)) return reply.header('content-encoding', 'br').send(brotli)
    if (/\bgzip\b/.test(understood)) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(html)
  }
}

export async function servePageFiles(server: Server, page: BuiltPage): Promise<void> {
  await server.register(fastifyStatic, {
    root: page.folder,
    // The build lays a .br and a .gz beside each text file that is worth it.
    preCompressed: true,
    index: false,
    redirect: false,
    cacheControl: false,
    allowedPath: (file) => !isSourceMap(file),
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheControlOf(path.relative(page.folder, file)))
    },
  })
  // A browser whose worker has not come yet; the page says what to do.
  server.post('/share-target', { schema: { hide: true } }, (_request, reply) => reply.redirect('/shared', 303))
  server.get('/', { schema: { hide: true } }, (request, reply) => page.sendHome(request, reply))
}

/** Names in assets/ carry a hash of their content and never change; everything else may with the next build. */
function cacheControlOf(file: string): string {
  if (file.split(path.sep)[0] === 'assets') return 'public, max-age=31536000, immutable'
  return /\.(png|svg|ico|woff2|txt)(\.br|\.gz)?$/.test(file) ? 'public, max-age=3600' : 'no-cache'
}

/** A map holds the whole source; it is for those who have the build. */
function isSourceMap(file: string): boolean {
  return /\.map(\.br|\.gz)?$/.test(file)
}

function hashesOf(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(hashes)]
}
