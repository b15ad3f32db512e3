import type { ExposureCounts, ExposureFigure, KeptFigure } from '#core/contract/exposure.ts'

const countNames = ['views', 'likes', 'saves'] as const

/**
 * Figures without the counts in whose place newer ones are by now. The count of a day only grows, so a larger one is newer,
 * unless it is the one that was there `before` them.
 */
export function withoutNewer(
  figures: readonly ExposureFigure[],
  before: readonly (ExposureCounts | null)[],
  now: ReadonlyMap<string, KeptFigure>,
): ExposureFigure[] {
  return figures.flatMap((figure, index) => {
    const [was, current] = [before[index] ?? null, now.get(dayName(figure))]
    const isNewer = (name: (typeof countNames)[number]) => {
      const count = current?.[name] ?? null
      return count !== null && count !== (was?.[name] ?? null) && count > (figure[name] ?? -1)
    }
    const newer = countNames.filter((name) => figure[name] !== undefined && isNewer(name))
    if (newer.length === 0) return [figure]
    const left = Object.entries(figure).filter(([name]) => !newer.some((one) => one === name))
    // Without a count there is only the platform and the day.
    return left.length > 2 ? [Object.fromEntries(left) as ExposureFigure] : []
  })
}

export function dayName({ platform, date }: { platform: string; date: string }): string {
  return `${date} ${platform}`
}
