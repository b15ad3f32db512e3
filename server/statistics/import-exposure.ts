import type { Kysely } from 'kysely'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { figureImport, withListing } from '#core/import/figure-import.ts'
import { judgeFile } from '#core/import/plan-import.ts'
import type { NamedListing } from '#core/import/listing-finder.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'
import { saveExposure } from './exposure-repository.ts'
import type { ExposureFile } from './read-exposure.ts'

type SkippedLine = { line: number; reasons: string[] }
type ExposureImport = { figures: number; listings: number; skipped: SkippedLine[] }

/** Imports the figures of a file in one transaction. Skips lines that are invalid or name no listing of the agent. Safe to repeat. */
export async function importExposure(database: Database, agentId: number, file: ExposureFile): Promise<ExposureImport> {
  const listings = await listingsOf(database.db, agentId)
  // `[]`: the figures are not compared with stored ones, because `saveExposure` may store the same figure again.
  const { records, refused } = judgeFile(figureImport, file.records.map(withListing(listings)), [])
  const figuresByListing = new Map<number, ExposureFigure[]>()
  for (const { record } of records) {
    const { listing_key } = record
    const figures = figuresByListing.get(Number(listing_key)) ?? []
    figures.push(record)
    figuresByListing.set(Number(listing_key), figures)
  }
  const request = { agentId, key: null, hash: '', ifMatch: null, known: null }
  await database.write(request, async (trx, context) => {
    for (const [listingId, figures] of figuresByListing) await saveExposure(trx, context, listingId, figures)
    return { status: 201, body: undefined, headers: {} }
  })
  return {
    figures: records.length,
    listings: figuresByListing.size,
    skipped: refused.map(({ line, reasons }) => ({ line, reasons })),
  }
}

async function listingsOf(db: Kysely<Tables>, agentId: number): Promise<NamedListing[]> {
  const rows = await db
    .selectFrom('listings as listing')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['listing.id', 'listing.status', 'property.address', 'property.city', 'property.zip_code'])
    .where('listing.agent_id', '=', agentId)
    .where('listing.listed_by', 'is', null)
    .execute()
  return rows.map((listing) => Object.assign(listing, { key: String(listing.id) }))
}
