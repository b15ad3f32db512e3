import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'

/** `/{id}/` in a path; anything that cannot be an id is answered 404, like an id that does not exist. */
export const recordParams = v.object({ id: serverId })
