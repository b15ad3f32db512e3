type Reflection = {
  getMetadata?: unknown
  getOwnMetadata?: unknown
  defineMetadata?: unknown
}

/** Adds to `Reflect` the functions of the reflect-metadata package that @peculiar/x509 needs for its dependency injection. */
export function polyfillReflectMetadata(): void {
  const metadata = new WeakMap<object, Map<unknown, unknown>>()
  const read = (key: unknown, target: object) => metadata.get(target)?.get(key)
  const reflection = Reflect as Reflection
  reflection.getMetadata ??= read
  reflection.getOwnMetadata ??= read
  reflection.defineMetadata ??= (key: unknown, value: unknown, target: object) => {
    metadata.set(target, (metadata.get(target) ?? new Map<unknown, unknown>()).set(key, value))
  }
}
