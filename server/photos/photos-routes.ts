import { photoWidths } from '#core/contract/record-constants.ts'
import { described, fileAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { isPhotoName, photoMediaType } from './photo-store.ts'

/** Public: only the 128-bit name protects a photo, so that `<img>` works and an agent can send it to a client. */
export function photosRoutes(server: Server, { photos }: Services): void {
  server.get<{ Params: { name: string; width: string } }>(
    '/photos/:name/:width',
    {
      config: { access: 'public' },
      schema: described('photos', 'Download a photo, 320, 960 or 1920 pixels wide', {
        200: fileAnswer('The photo as a WebP file', photoMediaType),
        404: 'No such photo or width',
      }),
    },
    async (request, reply) => {
      const { name } = request.params
      const width = photoWidths.find((known) => String(known) === request.params.width)
      const bytes = isPhotoName(name) && width !== undefined ? await photos.get(name, width) : null
      if (bytes === null) return sendOutcome(reply, notFound())
      return (
        reply
          .header('content-type', photoMediaType)
          .header('x-content-type-options', 'nosniff')
          // A name always has the same content. Private: only browsers may cache it.
          .header('cache-control', 'private, max-age=31536000, immutable')
          .send(bytes)
      )
    },
  )
}
