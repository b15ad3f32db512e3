/** The extensions that a server offers; a plain server offers none. */
export type ServerCapabilities = {
  isPlain: boolean
  /** Idempotency keys: a write may be repeated. */
  keys: boolean
  /** The server says which keys it has stored, so that a success can be proved. */
  traces: boolean
  /** ETags: a write may be conditional. */
  versions: boolean
  feed: boolean
  /** Photos are records of their own. */
  photos: boolean
  /** Many operations in one request; requires keys and versions. */
  batches: boolean
  /** The server checks `X-Agent-Id`. */
  agentHeader: boolean
  /** A proxy removes the key's header, so the key is in the address, too. */
  keysInAddress: boolean
}

/** `features`: what our server lists; null for a plain server. */
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
