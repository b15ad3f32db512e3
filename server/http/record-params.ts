import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'

/** `/{id}/` in a path. A value that cannot be an id is answered 404, like an unknown id. */
export const recordParams = v.object({ id: serverId })
