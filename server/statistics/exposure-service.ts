import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { ownsListing } from '#server/listings/owns-listing.ts'
import { notFound } from '#server/problem-responses.ts'
import { saveExposure } from './exposure-repository.ts'

/** Keeps figures of one listing; the answer is what was sent: one figure, or a list of them. */
export function addExposure(
  database: Database,
  request: WriteRequest,
  listingId: number,
  sent: ExposureFigure | ExposureFigure[],
): Promise<WriteOutcome> {
  return database.write(request, async (trx, { agentId }) => {
    if (!(await ownsListing(trx, agentId, listingId))) return notFound()
    await saveExposure(trx, listingId, [sent].flat())
    const ofListing = (figure: ExposureFigure) => ({ listing: listingId, ...figure })
    const body = Array.isArray(sent) ? { results: sent.map(ofListing) } : ofListing(sent)
    return { status: 201, body, headers: {} }
  })
}
