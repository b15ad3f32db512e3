import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Server } from './fastify-types.ts'

export type BuiltPage = {
  folder: string
  html: string
  /** Sources for the content security policy: the hashes of what stands inside index.html. */
  scriptHashes: string[]
  styleHashes: string[]
}

/** The page that the build wrote; null when there is none, and then only the API is served. */
export async function readBuiltPage(folder: string): Promise<BuiltPage | null> {
  let html: string
  try {
    html = await readFile(path.join(folder, 'index.html'), 'utf8')
  } catch {
    return null
  }
  return {
    folder: path.resolve(folder),
    html,
    scriptHashes: hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    styleHashes: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
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
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheControlOf(path.relative(page.folder, file)))
    },
  })
  server.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply))
}

/** index.html, for every address that the page's own router answers. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('vary', 'accept').sendFile('index.html')
}

/** Names in assets/ carry a hash of their content and never change; everything else may with the next build. */
function cacheControlOf(file: string): string {
  if (file.split(path.sep)[0] === 'assets') return 'public, max-age=31536000, immutable'
  return /\.(png|svg|ico|woff2|txt)(\.br|\.gz)?$/.test(file) ? 'public, max-age=3600' : 'no-cache'
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
