import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'
import { listingImageChangesSchema, newListingImageSchema } from '#core/contract/listing-image.ts'
import { keyDeletedAnswer, describedWrite, recordAnswer, deletedAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { readForm } from '#server/http/bodies/form.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeOf } from '#server/http/write-of.ts'
import { invalid } from '#server/problem-responses.ts'
import { ownReadingRoutes } from '#server/records/own-record-routes.ts'
import type { Services } from '#server/services.ts'
import { addListingImage, changeListingImage, removeListingImage } from './listing-images-service.ts'
import { listingImages } from './listing-images.ts'

const imageParams = v.object({ id: serverId, image_id: serverId })

/** Photos are records with their own versions (an extension to the specification). */
export function listingImagesRoutes(server: Server, services: Services): void {
  ownReadingRoutes(server, services, listingImages)

  server.post(
    '/listings/:id/images/',
    {
      config: { form: { fields: newListingImageSchema, files: ['image'] } },
      schema: {
        params: recordParams,
        ...describedWrite('listing images', 'Add a photo to a listing', {
          201: recordAnswer('The new photo', listingImages.record),
          ...keyDeletedAnswer,
        }),
      },
    },
    async (request, reply) => {
      const form = await readForm(request, ['image'])
      const fields = parseFields(newListingImageSchema, form.fields)
      const photo = form.files['image']
      if (photo === undefined) return sendOutcome(reply, invalid({ image: ['Please upload an image file'] }))
      const write = writeOf(request, fields, form.files)
      return sendOutcome(reply, await addListingImage(services, write, request.params.id, photo, fields))
    },
  )

  server.patch(
    '/listings/:id/images/:image_id/',
    {
      config: { form: { fields: listingImageChangesSchema, files: [] } },
      schema: {
        params: imageParams,
        ...describedWrite('listing images', 'Update a photo’s caption or position, or make it the primary photo', {
          200: recordAnswer('The photo', listingImages.record),
        }),
      },
    },
    async (request, reply) => {
      const form = await readForm(request)
      const changes = parseFields(listingImageChangesSchema, form.fields)
      const { id, image_id } = request.params
      return sendOutcome(reply, await changeListingImage(services, writeOf(request, changes), id, image_id, changes))
    },
  )

  server.delete(
    '/listings/:id/images/:image_id/',
    {
      schema: {
        params: imageParams,
        ...describedWrite('listing images', 'Delete a photo', { 204: deletedAnswer(false) }),
      },
    },
    async (request, reply) => {
      const { id, image_id } = request.params
      return sendOutcome(reply, await removeListingImage(services, writeOf(request), id, image_id))
    },
  )
}
