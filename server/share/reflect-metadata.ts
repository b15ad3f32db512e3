type Reflection = {
  getMetadata?: unknown
  getOwnMetadata?: unknown
  defineMetadata?: unknown
}

/** The part of reflect-metadata that @peculiar/x509 needs for dependency injection. */
export function polyfillReflectMetadata(): void {
  const notes = new WeakMap<object, Map<unknown, unknown>>()
  const read = (key: unknown, target: object) => notes.get(target)?.get(key)
  const reflection = Reflect as Reflection
  reflection.getMetadata ??= read
  reflection.getOwnMetadata ??= read
  reflection.defineMetadata ??= (key: unknown, value: unknown, target: object) => {
    notes.set(target, (notes.get(target) ?? new Map<unknown, unknown>()).set(key, value))
  }
}
