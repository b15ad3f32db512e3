import type { FastifyRequest } from 'fastify'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { normalizeLineBreaks } from '#core/contract/fields.ts'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { fieldProblem, invalid, problem, RefusedRequest } from '#server/problem-responses.ts'
import { tooLargeFile } from './incoming-bodies.ts'
import type { SentFile } from './request-hash.ts'

export type Form = {
  /** Unparsed: text from multipart, any value from JSON. Parse them with `parseFields`. */
  fields: Record<string, unknown>
  /** Files by field name. Empty file fields, which browsers send for "no file", are left out. */
  files: Record<string, SentFile>
}

/** More than the longest text of a record takes (40 kB). */
const longestFieldBytes = 64 * 1024

/** Reads JSON or multipart. Files are accepted in `fileFields` only; too large ones are refused with 413. */
export async function readForm(request: FastifyRequest, fileFields: readonly string[] = []): Promise<Form> {
  if (!request.isMultipart()) return { fields: jsonObject(request.body), files: {} }
  const form: Form = { fields: {}, files: {} }
  // A form may contain any name, also `__proto__`. Without a prototype, the object treats it like any other.
  Object.setPrototypeOf(form.fields, null)
  try {
    for await (const part of request.parts({ limits: limitsOf(fileFields) })) {
      if (part.type === 'field') form.fields[part.fieldname] = textOf(part)
      else await takeFile(request, form, part, fileFields)
    }
  } catch (error) {
    throw isMalformed(error) ? new RefusedRequest(problem(400, 'invalid', 'The form data is malformed.')) : error
  }
  return form
}

function limitsOf(fileFields: readonly string[]) {
  const fields = 50
  const files = Math.max(1, fileFields.length)
  return {
    fileSize: largestPhotoBytes,
    files,
    fieldSize: longestFieldBytes,
    fields,
    parts: fields + files,
    headerPairs: 20,
  }
}

/** Multipart sends CRLF, JSON LF. With LF in both, hash and length of a text are the same. */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): unknown {
  if (valueTruncated)
    throw new RefusedRequest(fieldProblem(413, 'too_large', { [fieldname]: ['This text is too long.'] }))
  return typeof value === 'string' ? normalizeLineBreaks(value) : value
}

/** True for the multipart parser's errors about truncated or malformed forms: they are the only ones without a code. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && !(error instanceof RefusedRequest) && !('code' in error)
}

async function takeFile(
  request: FastifyRequest,
  form: Form,
  part: MultipartFile,
  fileFields: readonly string[],
): Promise<void> {
  const bytes = await bytesOf(part)
  if (bytes.length === 0 && (part.filename === '' || part.filename === undefined)) return
  if (!fileFields.includes(part.fieldname)) {
    throw new RefusedRequest(invalid({ [part.fieldname]: ['No file is expected here.'] }))
  }
  // Refuses the form if the agent has sent too many photos in a short time.
  if (request.agent !== null) request.server.countPhotoOrRefuse(request.agent.id)
  form.files[part.fieldname] = { name: part.filename, bytes }
}

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of part.file) pieces.push(piece as Buffer)
  if (part.file.truncated) {
    throw new RefusedRequest(fieldProblem(413, 'too_large', { [part.fieldname]: [tooLargeFile] }))
  }
  return Buffer.concat(pieces)
}

function jsonObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new RefusedRequest(problem(400, 'invalid', 'A JSON object or a form is expected.'))
}
