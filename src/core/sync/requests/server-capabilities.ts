/** What a server offers beyond the specification's calls; a plain server offers none of it. */
export type ServerCapabilities = {
  /** The calls of the specification's table and no others. */
  isPlain: boolean
  /** Idempotency keys: a write may be repeated. */
  keys: boolean
  /** It says which keys have left a trace, so that an answer can be proved. */
  traces: boolean
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

/** `features` are what a server of ours says of itself; null of a plain one. */
export function capabilitiesFrom(features: readonly string[] | null, keysInAddress = false): ServerCapabilities {
  const has = (...names: string[]) => features !== null && names.every((name) => features.includes(name))
  return {
    isPlain: features === null,
    keys: has('idempotency'),
    traces: has('idempotency', 'known'),
    versions: has('etag'),
    feed: has('changes'),
    photos: has('images'),
    batches: has('batch', 'idempotency', 'etag'),
    agentHeader: features !== null,
    keysInAddress: features !== null && keysInAddress,
  }
}
