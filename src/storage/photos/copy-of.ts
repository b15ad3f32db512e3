/** A copy that nothing of the original hangs on; as `structuredClone`, and several times as fast for plain data. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy as Value
}
