import type { Transaction } from 'kysely'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { Tables } from '#server/database/tables.ts'

/** One statement may hold some thousand values only. */
const rowsAtOnce = 1000

/**
 * Keeps one figure of a listing for each platform and day; a later one takes the place of the earlier, and one of which
 * nothing is known removes it. Safe to repeat.
 */
export async function saveExposure(
  trx: Transaction<Tables>,
  listingId: number,
  figures: readonly ExposureFigure[],
): Promise<void> {
  // One statement may not touch a row twice.
  const latest = new Map(figures.map((figure) => [`${figure.date} ${figure.platform}`, figure]))
  const rows = [...latest.values()].map(({ platform, date, views, likes, saves }) => ({
    listing_id: listingId,
    platform,
    date,
    views,
    likes,
    saves,
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await trx
      .insertInto('exposure_figures')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['listing_id', 'platform', 'date']).doUpdateSet((row) => ({
          views: row.ref('excluded.views'),
          likes: row.ref('excluded.likes'),
          saves: row.ref('excluded.saves'),
        })),
      )
      .execute()
  }
  await trx
    .deleteFrom('exposure_figures')
    .where('listing_id', '=', listingId)
    .where('views', 'is', null)
    .where('likes', 'is', null)
    .where('saves', 'is', null)
    .execute()
}
