import type { ExposureCounts, ExposureFigure, StoredFigure } from '#core/contract/exposure.ts'
import type { FiguresPart } from '#storage/exposure/unsent-figures.ts'

const countNames = ['views', 'likes', 'saves'] as const
type CountName = (typeof countNames)[number]

/** What the server has, by `dayName`. */
export type FiguresThere = ReadonlyMap<string, StoredFigure>

type Counts = Pick<FiguresPart, 'figures' | 'before' | 'seen'>

/** Some figures without the counts that are to be dropped; what is left without any count goes. */
export function withoutCounts<Part extends Counts>(
  part: Part,
  isDropped: (name: CountName, index: number) => boolean,
): Part {
  const left = part.figures.flatMap((figure, index) => {
    const { platform, date } = figure
    const names = countNames.filter((name) => figure[name] !== undefined && !isDropped(name, index))
    const counts = Object.fromEntries(names.map((name) => [name, figure[name]]))
    return names.length === 0 ? [] : [{ index, figure: { platform, date, ...counts } }]
  })
  const at = <Value>(values: readonly Value[]) => left.flatMap(({ index }) => values.slice(index, index + 1))
  const seen = part.seen === undefined ? {} : { seen: at(part.seen) }
  return { ...part, figures: left.map(({ figure }) => figure), before: at(part.before), ...seen }
}

/**
 * Figures without the counts in whose place newer ones are by now. The count of a day only grows, so a larger one is newer,
 * unless it is the one that was there `before` them.
 */
export function withoutNewer(part: Counts, there: FiguresThere): ExposureFigure[] {
  const { figures, before } = part
  const isNewer = (name: CountName, index: number) => {
    const count = countThere(there, figures[index], name)
    return count !== null && count !== (before[index]?.[name] ?? null) && count > (figures[index]?.[name] ?? -1)
  }
  return withoutCounts(part, isNewer).figures
}

/** Whether a count was changed elsewhere since the agent typed over what they saw. */
export function isChangedElsewhere({ figures, seen }: Counts, there: FiguresThere) {
  return (name: CountName, index: number): boolean => {
    const count = countThere(there, figures[index], name)
    return seen !== undefined && count !== (seen[index]?.[name] ?? null) && count !== figures[index]?.[name]
  }
}

/** Whether a later part has a count for the same platform and day. */
export function isOverwritten({ figures }: Counts, later: readonly ExposureFigure[]) {
  return (name: CountName, index: number): boolean =>
    later.some((one) => dayName(one) === dayName(figures[index]!) && one[name] !== undefined)
}

function countThere(there: FiguresThere, figure: ExposureFigure | undefined, name: CountName): number | null {
  return (figure && there.get(dayName(figure))?.[name]) ?? null
}

/** Whether the server has a figure as it was sent over `was`: what it left out stayed as it was. */
export function isAsSent(now: StoredFigure, sent: ExposureFigure, was: ExposureCounts | null): boolean {
  return countNames.every((name) => now[name] === (sent[name] === undefined ? (was?.[name] ?? null) : sent[name]))
}

export function dayName({ platform, date }: { platform: string; date: string }): string {
  return `${date} ${platform}`
}
