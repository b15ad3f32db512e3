/** The extensions that a server offers; a plain server offers none. */
export type ServerCapabilities = {
  isPlain: boolean
  /** Idempotency keys: a write can be repeated safely. */
  keys: boolean
  /** The server reports which keys it has stored, so that the device can check whether a write succeeded. */
  traces: boolean
  /** ETags: a write can require that the record has not changed. */
  versions: boolean
  feed: boolean
  /** Photos are separate records, not a field of their listing. */
  photos: boolean
  /** Many operations in one request; requires keys and versions. */
  batches: boolean
  /** The server checks `X-Agent-Id`. */
  agentHeader: boolean
  /** A proxy removes the `Idempotency-Key` header, so the key is sent in the URL, too. */
  keysInAddress: boolean
}

/** Returns the capabilities of a server. `features` is the list from `GET sync/`; null for a plain server. */
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
