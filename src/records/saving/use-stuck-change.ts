import type { EntityName } from '#core/kinds/all-kinds.ts'
import { isStuck } from '#core/sync/sending/chains.ts'
import type { LocalKey, Operation, Refusal } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** The first change of the record that waits for the agent (fault H2); `undefined` while it is read, `null` when none does. */
export function useStuckChange(entity: EntityName, key: LocalKey): Operation | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const chain = await database.outbox.where('[entity+key]').equals([entity, key]).toArray()
    return chain.find(isStuck) ?? null
  }, [database, entity, key])
}

/** Why the server refused the record's last change, so that its form opens with that marked (fault H2); as `useStuckChange`. */
export function useRefusal(entity: EntityName, key: LocalKey): Refusal | null | undefined {
  const stuck = useStuckChange(entity, key)
  return stuck && stuck.refusal
}

/** The change of one of these records that the server refused (fault H2); null when it refused none. */
export function useRefused(records: readonly (readonly [EntityName, LocalKey])[]): Operation | null {
  const { database } = useDevice()
  const refused = useLiveQuery(
    () =>
      database.outbox
        .where('[entity+key+state]')
        .anyOf(records.map((record) => [...record, 'attention']))
        .first(),
    [database, records.join(' ')],
  )
  return refused ?? null
}
