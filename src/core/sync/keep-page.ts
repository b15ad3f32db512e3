import { applyChanges, changeFrom } from './apply-changes.ts'
import type { EntityName } from './entities.ts'
import type { Fields } from './json.ts'
import { lagWatch } from './lagging-copy.ts'
import type { LocalKey } from './operation.ts'
import { kindsHeldBack } from './plain-server.ts'
import type { Reading } from './sending.ts'
import { askAboutTwin, twinsAmong } from './sweep-questions.ts'

export type Page = {
  entity: EntityName
  records: Fields[]
  /** What the list's address says and its records may leave out. */
  implied?: Fields
  takesEmbeddedPhotos?: boolean
}

/** Keeps what one page of a plain server's list says, and gives back the keys of its rows. Safe beside a running exchange. */
export async function keepPage(
  reading: Reading,
  { entity, records, implied = {}, takesEmbeddedPhotos = false }: Page,
): Promise<ReadonlySet<LocalKey>> {
  const { replica, clock } = reading.ports
  const changes = records.flatMap((record) => changeFrom(entity, { ...implied, ...record }, null) ?? [])
  return replica.transact('refresh', async (store) => {
    const heldBack = await kindsHeldBack(store)
    const twins = await twinsAmong(store, entity, changes, clock.now())
    const applied = await applyChanges(store, changes, {
      keepsNewer: false,
      takesEmbeddedPhotos,
      holdsBack: (name) => heldBack.has(name),
      // Also what was confirmed while the list was on its way.
      isLagging: await lagWatch(store, clock.now()),
    })
    for (const twin of twins) await askAboutTwin(store, reading, entity, twin)
    return applied.get(entity) ?? new Set()
  })
}
