import type { FastifyRequest } from 'fastify'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { withPlainBreaks } from '#core/contract/fields.ts'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { fieldProblem, invalid, problem, RefusedRequest } from '#server/problem-responses.ts'
import { tooLargeFile } from './incoming-bodies.ts'
import type { SentFile } from './request-hash.ts'

export type Form = {
  /** As they came: text from multipart, anything from JSON. Parse them with `parseFields`. */
  fields: Record<string, unknown>
  /** By field name; an empty file field, which browsers send for "no file", is left out. */
  files: Record<string, SentFile>
}

/** The longest text of a record takes 40 kB of it. */
const longestFieldBytes = 64 * 1024

/**
 * A request's form, whether it was sent as JSON or multipart.
 * `fileFields` are the only ones that may hold a file; a larger one than a photo may be is 413 at its field.
 */
export async function readForm(request: FastifyRequest, fileFields: readonly string[] = []): Promise<Form> {
  if (!request.isMultipart()) return { fields: jsonObject(request.body), files: {} }
  const form: Form = { fields: {}, files: {} }
  // A form may use any name, also `__proto__`; on an object without a prototype that is a name like any other.
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

/** A form's line breaks are two signs; with those of JSON the same text is the same request, and as long as it was typed. */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): unknown {
  if (valueTruncated)
    throw new RefusedRequest(fieldProblem(413, 'too_large', { [fieldname]: ['This text is too long.'] }))
  return typeof value === 'string' ? withPlainBreaks(value) : value
}

/** What the parser says of a form that is cut off or garbled; every other error has a code. */
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
  if (request.agent !== null) request.server.countPhoto(request.agent.id)
  form.files[part.fieldname] = { name: part.filename, bytes }
}

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of part.file) pieces.push(piece as Buffer)
  // Only after the stream has ended is it known whether the limit cut it off.
  if (part.file.truncated) {
    throw new RefusedRequest(fieldProblem(413, 'too_large', { [part.fieldname]: [tooLargeFile] }))
  }
  return Buffer.concat(pieces)
}

function jsonObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new RefusedRequest(problem(400, 'invalid', 'A JSON object or a form is expected.'))
}
