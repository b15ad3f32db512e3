import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '#server/http/fastify-types.ts'
import { etagOfBody, matchesIfNoneMatch } from '#server/http/if-none-match.ts'

export type BuiltPage = {
  folder: string
  /** Hashes of the inline scripts and styles of index.html and of the home page that the build renders from it, for the content security policy. */
  scriptHashes: string[]
  styleHashes: string[]
  /** Sends index.html, for every path that the client's router handles. */
  send: Sender
  /** Sends the answer to `/`: index.html with the prerendered home page. */
  sendHome: Sender
}

type Sender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Resolves to null if the page was not built. */
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

/** Returns a sender that uses a copy in memory: it matches the policy's hashes, even if a later build replaces the files. */
function senderOf(html: string): Sender {
  const etag = etagOfBody(html)
  const brotli = brotliCompressSync(html)
  const gzip = gzipSync(html)
  return (request, reply) => {
    reply
      .headers({ 'cache-control': 'no-cache', etag, vary: 'accept, accept-encoding' })
      .type('text/html; charset=utf-8')
    if (matchesIfNoneMatch(request, etag)) return reply.code(304).send()
    const acceptedEncodings = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(acceptedEncodings)) return reply.header('content-encoding', 'br').send(brotli)
    if (/\bgzip\b/.test(acceptedEncodings)) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(html)
  }
}

export async function servePageFiles(server: Server, page: BuiltPage): Promise<void> {
  await server.register(fastifyStatic, {
    root: page.folder,
    // The build writes a .br and a .gz beside each text file that is worth compressing.
    preCompressed: true,
    index: false,
    redirect: false,
    cacheControl: false,
    allowedPath: (file) => !isSourceMap(file),
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheControlOf(path.relative(page.folder, file)))
    },
  })
  // Receives content that another app shares, until the service worker is active; the page `/shared` explains what to do.
  server.post('/share-target', { schema: { hide: true } }, (_request, reply) => reply.redirect('/shared', 303))
  server.get('/', { schema: { hide: true } }, (request, reply) => page.sendHome(request, reply))
}

/** File names in assets/ contain a content hash and never change; other files may change with the next build. */
function cacheControlOf(file: string): string {
  if (file.split(path.sep)[0] === 'assets') return 'public, max-age=31536000, immutable'
  return /\.(png|svg|ico|woff2|txt)(\.br|\.gz)?$/.test(file) ? 'public, max-age=3600' : 'no-cache'
}

function isSourceMap(file: string): boolean {
  return /\.map(\.br|\.gz)?$/.test(file)
}

function hashesOf(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(hashes)]
}
