import type { Compilable, Transaction } from 'kysely'
import { sendAhead } from './send-ahead.ts'
import type { Tables } from './tables.ts'
import type { WriteContext } from './write.ts'

/** The rows of a work's last question. The next write of a group travels with it, so nothing may be asked after it. */
export async function askLast<Row>(
  trx: Transaction<Tables>,
  { asksNoMore }: WriteContext,
  query: Compilable<Row>,
): Promise<readonly Row[]> {
  let rows: readonly Row[] = []
  const { answered } = await sendAhead(trx, query.compile(), (given) => {
    rows = given
  })
  asksNoMore()
  await answered
  return rows
}
