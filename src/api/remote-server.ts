import type { Fields, Json } from '#core/contract/json.ts'
import type { RemoteServer, Request } from '#core/sync/ports.ts'
import type { HttpClient } from './http-client.ts'

/** Returns the server as the sync core sees it: sends the core's requests over HTTP without changes, and returns the answers. */
export function remoteServer(client: HttpClient): RemoteServer {
  return {
    send: ({ method, path, headers, timeoutMs, ...content }, signal) =>
      client({ method, path, headers, timeoutMs, signal, body: bodyOf(content) }),
    // The answer to any GET sets the anti-forgery cookie if it is missing.
    renewAntiForgery: async () => {
      await client({ method: 'GET', path: 'sync/' })
    },
  }
}

function bodyOf({
  encoding,
  fields,
  files,
}: Pick<Request, 'encoding' | 'fields' | 'files'>): string | FormData | undefined {
  if (encoding === 'none') return undefined
  if (encoding === 'json') return JSON.stringify(fields)
  return formOf(fields, files)
}

function formOf(fields: Fields, files: Request['files']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, formText(value))
  for (const [name, { file, bytes }] of Object.entries(files)) {
    form.set(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.mediaType }), file.fileName)
  }
  return form
}

function formText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
