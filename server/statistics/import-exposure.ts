import type { Kysely } from 'kysely'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { saveExposure } from './exposure-repository.ts'
import type { ExposureFile, ExposureRow, SkippedLine } from './read-exposure.ts'

type ExposureImport = { figures: number; listings: number; skipped: SkippedLine[] }

/** Keeps a file's figures for one agent's listings, all or none; rows of other listings are skipped. Safe to repeat. */
export async function importExposure(database: Database, agentId: number, file: ExposureFile): Promise<ExposureImport> {
  const listings = await listingsOf(database.db, agentId)
  const skipped = [...file.skipped]
  const figuresByListing = new Map<number, ExposureFigure[]>()
  let figures = 0
  for (const row of file.rows) {
    const found = listingOfRow(listings, row)
    if (typeof found === 'string') {
      skipped.push({ line: row.line, reasons: [found] })
      continue
    }
    const known = figuresByListing.get(found) ?? []
    known.push(row.figure)
    figuresByListing.set(found, known)
    figures += 1
  }
  const request = { agentId, key: null, hash: '', ifMatch: null, known: null }
  await database.write(request, async (trx) => {
    for (const [listingId, some] of figuresByListing) await saveExposure(trx, listingId, some)
    return { status: 201, body: undefined, headers: {} }
  })
  return {
    figures,
    listings: figuresByListing.size,
    skipped: skipped.toSorted((one, other) => one.line - other.line),
  }
}

type KnownListing = { id: number; address: string }

async function listingsOf(db: Kysely<Tables>, agentId: number): Promise<KnownListing[]> {
  return db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .select(['listing.id', 'property.address'])
    .where('listing.agent_id', '=', agentId)
    .execute()
}

/** The id of the listing that a row means, or why there is none. */
function listingOfRow(listings: readonly KnownListing[], { listing, address }: ExposureRow): number | string {
  if (listing !== '') {
    const known = listings.find(({ id }) => String(id) === listing)
    return known?.id ?? `There is no listing ${listing}.`
  }
  if (address === '') return 'No listing is named.'
  const [known, another] = listings.filter((one) => plain(one.address) === plain(address))
  if (known === undefined) return `There is no listing at ${address}.`
  return another === undefined ? known.id : `There are several listings at ${address}; name one by its id.`
}

function plain(address: string): string {
  return address.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
