/** Numbers by value, before texts by their code units: the same order on every machine. */
export function compareIds(one: number | string, other: number | string): number {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0
  return typeof one === 'number' ? -1 : 1
}
