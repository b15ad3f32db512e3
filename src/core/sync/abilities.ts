/** What a server offers beyond the specification's calls; a plain server offers none of it. */
export type Abilities = {
  /** Idempotency keys: a write may be repeated. */
  keys: boolean
  /** Versions: a write may be conditional. */
  versions: boolean
  /** The change feed. */
  feed: boolean
  /** Photos as records of their own. */
  photos: boolean
  /** Many operations in one request, each with its own answer; only where keys and versions are. */
  batches: boolean
  /** The server checks whose request it is. */
  agentHeader: boolean
  /** Something on the way takes the key's header out, so that the address says it, too. */
  keysInAddress: boolean
}

export const plainAbilities: Abilities = {
  keys: false,
  versions: false,
  feed: false,
  photos: false,
  batches: false,
  agentHeader: false,
  keysInAddress: false,
}

export function abilitiesFrom(features: readonly string[], keysInAddress = false): Abilities {
  return {
    keys: features.includes('idempotency'),
    versions: features.includes('etag'),
    feed: features.includes('changes'),
    photos: features.includes('images'),
    batches: ['batch', 'idempotency', 'etag'].every((name) => features.includes(name)),
    agentHeader: true,
    keysInAddress,
  }
}
