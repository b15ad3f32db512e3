type Reflection = {
  getMetadata?: unknown
  getOwnMetadata?: unknown
  defineMetadata?: unknown
}

/**
 * What @peculiar/x509's container asks of `Reflect`, which a proposal to JavaScript would have brought. It keeps no types
 * there, so that a note beside each class is all there is to it.
 */
export function teachReflectMetadata(): void {
  const notes = new WeakMap<object, Map<unknown, unknown>>()
  const read = (key: unknown, target: object) => notes.get(target)?.get(key)
  const reflection = Reflect as Reflection
  reflection.getMetadata ??= read
  reflection.getOwnMetadata ??= read
  reflection.defineMetadata ??= (key: unknown, value: unknown, target: object) => {
    notes.set(target, (notes.get(target) ?? new Map<unknown, unknown>()).set(key, value))
  }
}
