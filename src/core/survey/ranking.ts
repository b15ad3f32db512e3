import { questionKinds } from './question-kinds.ts'

export const maxPicks = questionKinds.ranking.points.length

export function addPick(ranked: readonly string[], value: string): readonly string[] {
  return ranked.includes(value) || ranked.length >= maxPicks ? ranked : [...ranked, value]
}

export function removePick(ranked: readonly string[], value: string): readonly string[] {
  return ranked.filter((picked) => picked !== value)
}

/** Moves a value up (-1) or down (1); returns the same ranking if it is already first or last. */
export function movePick(ranked: readonly string[], value: string, by: -1 | 1): readonly string[] {
  const from = ranked.indexOf(value)
  const to = from + by
  if (from === -1 || to < 0 || to >= ranked.length) return ranked
  const moved = [...ranked]
  ;[moved[from], moved[to]] = [moved[to]!, moved[from]!]
  return moved
}
