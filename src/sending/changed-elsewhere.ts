import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import { formatExposureFigure } from '#core/domain/exposure/exposure-words.ts'
import type { Device } from '#storage/device/device.ts'
import type { FiguresPart } from '#storage/exposure/unsent-figures.ts'
import { figuresParts, putFigures, storedFigures } from '#storage/exposure/waiting-figures.ts'
import { dayName, type FiguresThere, isChangedElsewhere, withoutCounts } from './newer-figures.ts'

/**
 * Sets counts aside that were changed on the server since the agent typed over what they saw: they become a part of their own, which
 * the agent is asked about. The rest, which goes; null when none is left.
 */
export async function setChangedAside(
  device: Device,
  part: FiguresPart,
  there: FiguresThere,
): Promise<FiguresPart | null> {
  const isChanged = isChangedElsewhere(part, there)
  const rest = withoutCounts(part, isChanged)
  if (rest.figures.length === part.figures.length && countsIn(rest) === countsIn(part)) return part
  const changed = withoutCounts(part, (name, index) => !isChanged(name, index))
  const onServer = changed.figures.map((figure) => there.get(dayName(figure)))
  const aside: FiguresPart = {
    ...changed,
    // What they type over once they have been asked.
    seen: onServer.map((figure) => (figure === undefined ? unknown : countsOf(figure))),
    state: 'waiting',
    problem: question(changed.figures.map((figure) => asThere(figure, there))),
  }
  const last = (await figuresParts(device.database, part.of)).at(-1)
  const number = Math.max(part.number, last?.number ?? 0) + 1
  return device.replica.transact('write', async (tx) => {
    if ((await storedFigures(tx, part)) === null) return null
    // Under another key: some of what went under the last one may be there.
    const revision = part.revision + 1
    if (rest.figures.length === 0) {
      await putFigures(tx, [{ ...aside, revision }])
      return null
    }
    const left = { ...rest, revision }
    await putFigures(tx, [left, { ...aside, number }])
    return left
  })
}

function question(theirs: readonly ExposureFigure[]): string {
  const words = theirs.map((figure) => formatExposureFigure(figure)).join('; ')
  return `Other figures were saved for the same day in the meantime: ${words}. Sending yours again replaces them.`
}

/** The same counts of it as the server has them. */
function asThere({ platform, date, ...counts }: ExposureFigure, there: FiguresThere): ExposureFigure {
  const now = there.get(dayName({ platform, date }))
  const names = Object.keys(counts) as (keyof ExposureCounts)[]
  return { platform, date, ...Object.fromEntries(names.map((name) => [name, now?.[name] ?? null])) }
}

function countsIn({ figures }: Pick<FiguresPart, 'figures'>): number {
  return figures.reduce((sum, figure) => sum + Object.keys(figure).length, 0)
}

const unknown: ExposureCounts = { views: null, likes: null, saves: null }

function countsOf({ views = null, likes = null, saves = null }: ExposureFigure): ExposureCounts {
  return { views, likes, saves }
}
