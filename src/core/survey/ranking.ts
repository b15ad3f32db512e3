import { questionKinds } from './question-kinds.ts'

export const mostPicks = questionKinds.ranking.points.length

/** The ranking with the value in the next free place; the same one when it is ranked already or all places are taken. */
export function addPick(ranked: readonly string[], value: string): readonly string[] {
  return ranked.includes(value) || ranked.length >= mostPicks ? ranked : [...ranked, value]
}

/** The ranking without the value; those behind it move up. */
export function removePick(ranked: readonly string[], value: string): readonly string[] {
  return ranked.filter((picked) => picked !== value)
}

/** The ranking with the value one place further up (-1) or down (1); the same one at either end. */
export function movePick(ranked: readonly string[], value: string, by: -1 | 1): readonly string[] {
  const from = ranked.indexOf(value)
  const to = from + by
  if (from === -1 || to < 0 || to >= ranked.length) return ranked
  const moved = [...ranked]
  ;[moved[from], moved[to]] = [moved[to]!, moved[from]!]
  return moved
}
