import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { invalid } from '#server/problem-responses.ts'
import { isOwnRow } from '#server/records/own-kind.ts'

type OfClient = { client: number }

/** For records of a client. The client must be the agent's own and cannot be changed. */
export const clientChild = {
  needs: { table: 'clients', idOf: ({ client }: OfClient) => client, isFor: isOwnRow, missing: notTheirs },
  async beforeChanging(
    _trx: Transaction<Tables>,
    _context: WriteContext,
    whole: OfClient,
    current: OfClient,
  ): Promise<Outcome | undefined> {
    return whole.client === current.client ? undefined : notTheirs()
  },
} as const

function notTheirs(): Outcome {
  return invalid({ client: ['Choose one of your clients.'] })
}
