import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type {
  AnsweredFigure,
  ExposureCounts,
  ExposureFigure,
  ExposureQuery,
  StoredFigure,
} from '#core/contract/exposure.ts'
import { definedOnly } from '#server/defined-only.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'

/** One statement has a limited number of parameters. */
const rowsAtOnce = 1000

/**
 * Stores figures as readings at the current time. Safe to repeat: an earlier reading of the same platform and day is deleted if the new
 * figure states every count that it states; see `deleteReplaced`.
 */
export async function saveExposure(
  trx: Transaction<Tables>,
  { agentId, version }: Pick<WriteContext, 'agentId' | 'version'>,
  listing: number,
  figures: readonly ExposureFigure[],
): Promise<AnsweredFigure[]> {
  const known = await knownFigures(trx, listing, figures)
  const latest = new Map<string, ExposureCounts>()
  const saved = figures.map(({ platform, date, views, likes, saves }) => {
    const name = nameOf({ platform, date })
    const before = known.get(name) ?? null
    const counts = { ...unknown, ...(latest.get(name) ?? before), ...definedOnly({ views, likes, saves }) }
    latest.set(name, counts)
    return { listing, platform, date, ...counts, before }
  })
  const readings = figures.map((figure) => {
    const { platform, date, views = null, likes = null, saves = null } = figure
    const cleared = JSON.stringify(exposureCountNames.filter((name) => figure[name] === null))
    return { agent_id: agentId, version, listing, platform, date, views, likes, saves, cleared }
  })
  await deleteReplaced(trx, listing, figures)
  for (let start = 0; start < readings.length; start += rowsAtOnce)
    await trx
      .insertInto('exposure_readings')
      .values(readings.slice(start, start + rowsAtOnce))
      .execute()
  return saved
}

/** Deletes the readings that these figures replace. Those with a `client_key` remain: their device may delete them later, to undo an import. */
async function deleteReplaced(
  trx: Transaction<Tables>,
  listing: number,
  figures: readonly ExposureFigure[],
): Promise<void> {
  const stated = figures.map((figure) => ({
    platform: figure.platform,
    date: figure.date,
    names: exposureCountNames.filter((name) => figure[name] !== undefined),
  }))
  const isReplaced = (name: (typeof exposureCountNames)[number]) =>
    sql`(stated.names ? ${name} or (reading.${sql.ref(name)} is null and not reading.cleared ? ${name}))`
  await sql`
    delete from exposure_readings as reading
    using jsonb_to_recordset(${JSON.stringify(stated)}::jsonb) as stated(platform text, date date, names jsonb)
    where reading.listing = ${listing} and reading.client_key is null
      and reading.date = stated.date and reading.platform = stated.platform
      and ${sql.join(exposureCountNames.map(isReplaced), sql` and `)}`.execute(trx)
}

const unknown: ExposureCounts = { views: null, likes: null, saves: null }

function nameOf({ platform, date }: { platform: string; date: string }): string {
  return `${date} ${platform}`
}

async function knownFigures(
  trx: Transaction<Tables>,
  listingId: number,
  figures: readonly ExposureFigure[],
): Promise<Map<string, ExposureCounts>> {
  const days = [...new Set(figures.map(({ date }) => date))].toSorted()
  // The first and the last day limit which readings the view `exposure_figures` reads.
  const onDays = sql`date between ${days.at(0)}::date and ${days.at(-1)}::date
    and date in (select day::date from json_array_elements_text(${JSON.stringify(days)}::json) as day)`
  const known = await readFigures(trx, sql`listing_id = ${listingId} and ${onDays}`)
  return new Map(known.map((figure) => [nameOf(figure), countsOf(figure)]))
}

function countsOf({ views, likes, saves }: StoredFigure): ExposureCounts {
  return { views, likes, saves }
}

/** Returns one page of a listing's figures, earliest first. */
export async function listExposure(
  db: Kysely<Tables>,
  listingId: number,
  query: ExposureQuery,
): Promise<{ results: StoredFigure[]; count: () => Promise<number> }> {
  const { from, to, page, page_size } = query
  const between = sql`listing_id = ${listingId}
    and date >= ${from || '-infinity'}::date and date <= ${to || 'infinity'}::date`
  return {
    results: await readFigures(
      db,
      sql`${between} order by date, platform limit ${page_size} offset ${(page - 1) * page_size}`,
    ),
    count: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from exposure_figures where ${between}`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

async function readFigures(db: Kysely<Tables>, where: ReturnType<typeof sql>): Promise<StoredFigure[]> {
  // The rows are read as JSON, because the driver would convert dates to a time zone.
  const { rows } = await sql<{ figure: StoredFigure }>`
    select json_build_object('listing', listing_id, 'platform', platform, 'date', date,
      'views', views, 'likes', likes, 'saves', saves) as figure
    from exposure_figures where ${where}`.execute(db)
  return rows.map(({ figure }) => figure)
}
