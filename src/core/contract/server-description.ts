import * as v from 'valibot'

/** What `GET sync/` answers on our server; a plain server answers 404. */
export const serverDescriptionSchema = v.object({
  features: v.array(v.string()),
  /** Whether all that the device knows happened in this database; always `same` for a device that knows nothing yet. */
  history: v.optional(v.picklist(['same', 'changed']), 'same'),
  key_retention_days: v.optional(v.number(), 30),
  /** The agent's version, and the server's time, before which a missing key proves nothing. */
  keys_from: v.optional(v.number(), 0),
  keys_since: v.optional(v.string(), ''),
  /** The agent's version up to which work is older than the journal is kept, by the server's clock. */
  journal_from: v.optional(v.number(), 0),
  /** Programs below it send nothing until they are newer; see `program-version.ts`. */
  minimum_version: v.optional(v.number(), 0),
})
export type ServerDescription = v.InferOutput<typeof serverDescriptionSchema>
