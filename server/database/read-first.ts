import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

type Identified = { id: number }

/** Which record a work reads before it writes. */
export type Wanted<Row extends Identified = Identified> = {
  /** These as far as they are the agent's, in any order. */
  readAll: (trx: Transaction<Tables>, agentId: number, ids: readonly number[]) => Promise<Row[]>
  id: number
}

export type ReadFirst = <Row extends Identified>(
  trx: Transaction<Tables>,
  wanted: Wanted<Row>,
) => Promise<Row | undefined>

/** For a work that is done by itself. */
export function readAlone(agentId: number): ReadFirst {
  return async (trx, { readAll, id }) => (await readAll(trx, agentId, [id]))[0]
}

/** For works that are done together: what is wanted is read now, in one question for all that is read alike. */
export async function readTogether(
  trx: Transaction<Tables>,
  agentId: number,
  all: readonly Wanted[],
): Promise<ReadFirst> {
  const found = new Map<Wanted, Identified | undefined>()
  for (const readAll of new Set(all.map((wanted) => wanted.readAll))) {
    const alike = all.filter((wanted) => wanted.readAll === readAll)
    const ids = alike.map(({ id }) => id)
    const rows = new Map((await readAll(trx, agentId, ids)).map((row) => [row.id, row]))
    for (const wanted of alike) found.set(wanted, rows.get(wanted.id))
  }
  const alone = readAlone(agentId)
  return async <Row extends Identified>(now: Transaction<Tables>, wanted: Wanted<Row>) =>
    found.has(wanted) ? (found.get(wanted) as Row | undefined) : alone(now, wanted)
}
