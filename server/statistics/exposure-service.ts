import type { AnsweredFigure, ExposureFigure, ExposureQuery, StoredFigure } from '#core/contract/exposure.ts'
import type { Page } from '#core/contract/paging.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { pageOfList } from '#server/http/pages/pages.ts'
import { isListedByAgent } from '#server/listings/owns-listing.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import { listExposure, saveExposure } from './exposure-repository.ts'

/** Stores exposure figures. The response is each figure with the counts before this write; a list if a list was sent. */
export function addExposure(
  database: Database,
  request: WriteRequest,
  listingId: number,
  sent: ExposureFigure | ExposureFigure[],
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    if (!(await isListedByAgent(trx, context.agentId, listingId))) return notFound()
    const results: AnsweredFigure[] = await saveExposure(trx, context, listingId, [sent].flat())
    return { status: 201, body: Array.isArray(sent) ? { results } : results[0], headers: {} }
  })
}

/** Returns a page of a listing's figures. Throws 404 for listings that are not the agent's own. */
export async function readExposureOf(
  { db }: Pick<Database, 'db'>,
  agentId: number,
  listingId: number,
  request: { url: string; query: ExposureQuery },
): Promise<Page<StoredFigure>> {
  if (!(await isListedByAgent(db, agentId, listingId))) throw new RefusedRequest(notFound())
  const { results, count } = await listExposure(db, listingId, request.query)
  return pageOfList(request, results, count)
}
