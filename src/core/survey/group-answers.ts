type SameAnswers = { text: string; count: number }

/** Open answers with equal ones together, most frequent first; case and spaces make no difference, the first wording stands. */
export function groupAnswers(texts: readonly string[]): SameAnswers[] {
  const groups = new Map<string, SameAnswers>()
  for (const text of texts) {
    const same = text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
    const known = groups.get(same)
    if (known === undefined) groups.set(same, { text, count: 1 })
    else known.count += 1
  }
  // The sort keeps the order of answers that are as frequent.
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}
