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
  /** Programs below it send nothing until they are newer; see `oldestProgram`. */
  minimum_version: v.optional(v.number(), 0),
})
export type ServerDescription = v.InferOutput<typeof serverDescriptionSchema>

/**
 * Which calls this build speaks. It rises with a change of the API after which older programs would send what the server
 * takes for something else, and then the server's `oldestProgram` rises with it (decision 16).
 */
export const programVersion = 2

/** The oldest program that this build's server understands; it asks every other to become newer first (fault J4). */
export const oldestProgram = 2

/** Addresses that are the server's own and never the app's; one with a slash at its end stands for all below it. */
const serverPaths = ['/api/', '/photos/', '/calendar/', '/healthz', '/readyz', '/metrics'] as const

/** The same as patterns of a path with its query. */
export const serverPathPatterns: readonly RegExp[] = serverPaths.map((path) =>
  path.endsWith('/') ? new RegExp(`^${path}`) : new RegExp(`^${path}(?:\\?|$)`),
)
