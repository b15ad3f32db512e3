import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { invalid } from '#server/problem-responses.ts'
import { isOwnRow } from '#server/records/own-kind.ts'

type ClientReference = { client: number }

/** Options for a kind whose records belong to a client. The client must be the agent's own and cannot be changed. */
export const clientChild = {
  requiredRecord: {
    table: 'clients',
    idOf: ({ client }: ClientReference) => client,
    mayReferTo: isOwnRow,
    refusalIfMissing: notYourClient,
  },
  async beforeChanging(
    _trx: Transaction<Tables>,
    _context: WriteContext,
    after: ClientReference,
    before: ClientReference,
  ): Promise<Outcome | undefined> {
    return after.client === before.client ? undefined : notYourClient()
  },
} as const

function notYourClient(): Outcome {
  return invalid({ client: ['Choose one of your clients.'] })
}
