import { composeRow } from '#core/sync/records/compose-row.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { withIdsOfMentions } from '#core/sync/records/mentions.ts'
import { canonical } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { Device } from './device.ts'
import { mustBeThere, isGone, orderOf, wordsIn } from './ledger.ts'
import type { World } from './world.ts'

/*
 * The ten invariants of the fault catalogue, over a world in which everything has come to rest. Each resolves to what
 * breaks it, in words; nothing is good.
 */

export type Broken = string[]

const compared = [
  'property',
  'client',
  'listing',
  'listing_image',
  'showing',
  'open_house',
  'open_house_visit',
  'tour',
] as const satisfies EntityName[]

/** 1. What the screen called saved is on the server, or was given up by name. */
export function noSilentLoss({ server, ledger }: World): Broken {
  return [...ledger.words.values()].flatMap((saved) => {
    if (!mustBeThere(ledger, saved)) return []
    const there = textOf(server.records(saved.entity))
    return saved.marks.some((mark) => there.includes(mark)) ? [] : [`${saved.word} of ${saved.record} was lost`]
  })
}

/** 2. One wish to make a record makes at most one. */
export function noSilentDuplicate({ server, ledger, observed, effectsFrom }: World): Broken {
  const posts = observed.effects.slice(effectsFrom).filter(({ method }) => method === 'POST')
  const broken: Broken = []
  for (const { word, entity, record, isMade } of ledger.words.values()) {
    if (!isMade) continue
    const records = server.records(entity)
    const there = records.filter((one) => ownTextOf(one).includes(word)).length
    const made = posts.filter(({ path, fields }) => isOf(entity, path) && textOf(fields).includes(word)).length
    if (there > 1) broken.push(`${record} is there ${there} times`)
    // A record that was deleted may be made anew, in the open.
    if (made > 1 && !isGone(ledger, record)) broken.push(`${record} was made ${made} times`)
  }
  return broken
}

function isOf(entity: EntityName, path: string): boolean {
  const { collection } = kinds[entity]
  const place = collection.slice(collection.indexOf('}/') + 1)
  return entity === 'tour' ? path.startsWith(collection) : path.endsWith(place.replace(/^\//, ''))
}

/** 3. What one device wrote into one record reached the server in the order in which it was written. */
export function inOrder({ ledger, observed, effectsFrom }: World): Broken {
  const newest = new Map<string, number>()
  const broken: Broken = []
  for (const { device, fields } of observed.effects.slice(effectsFrom)) {
    const latest = new Map<string, number>()
    for (const word of wordsIn(fields)) {
      const saved = ledger.words.get(word)
      if (saved === undefined || saved.device !== device || ledger.givenUp.has(word)) continue
      const chain = `${device} ${saved.record}`
      latest.set(chain, Math.max(latest.get(chain) ?? 0, orderOf(word)))
    }
    for (const [chain, number] of latest) {
      if (number < (newest.get(chain) ?? 0)) broken.push(`${chain}: word ${number} came after ${newest.get(chain)}`)
      newest.set(chain, Math.max(number, newest.get(chain) ?? 0))
    }
  }
  return broken
}

/** 4. What this device saved stands in its row, and each row is its base with its operations over it. */
export async function ownWritesAreVisible({ ledger, effectsFrom }: World, device: Device): Promise<Broken> {
  const broken: Broken = []
  const waiting = textOf(await device.operations())
  for (const saved of ledger.words.values()) {
    if (saved.device !== device.number || !mustBeThere(ledger, saved)) continue
    // What a restored server has lost again is shown once it is offered again.
    if (effectsFrom > 0 && !waiting.includes(saved.word)) continue
    const shown = textOf(await device.rows(saved.entity))
    if (!saved.marks.some((mark) => shown.includes(mark))) broken.push(`${saved.word} of ${saved.record} is not shown`)
  }
  return [...broken, ...(await rowsAreComposed(device))]
}

async function rowsAreComposed(device: Device): Promise<Broken> {
  return device.store().transact('read', async (store) => {
    const broken: Broken = []
    const operations = await store.operations(0, 10_000)
    for (const entity of compared) {
      const waiting = operations.filter((operation) => operation.entity === entity).map(({ key }) => key)
      const ids = new Map((await store.aliases('listing')).map((alias) => [alias.key, alias.id]))
      // A list may name a record by its key until the row is painted again; both lead to it.
      const byIds = (row: Fields | null) => row && withIdsOfMentions(entity, row, (name) => ids.get(name) ?? null)
      for (const key of new Set([...(await store.rowKeys(entity)), ...waiting])) {
        const base = await store.base(entity, key)
        const chain = await store.chain(entity, key)
        const row = await store.row(entity, key)
        if (chain.length === 0) {
          if (base !== undefined) broken.push(`${entity} ${key} keeps a base without operations`)
          continue
        }
        const composed = composeRow(key, base, chain)
        if (canonical(byIds(row ?? null)) !== canonical(byIds(composed))) {
          broken.push(`${entity} ${key} is shown otherwise than it is stored`)
        }
      }
    }
    return broken
  })
}

/** 5. With nothing waiting, every device shows what the server has. */
export async function convergence({ server }: World, device: Device): Promise<Broken> {
  const broken: Broken = []
  const waiting = await device.operations()
  if (waiting.length > 0) broken.push(`${waiting.length} operations are left`)
  for (const entity of compared) {
    const rows = await device.rows(entity)
    const records = server.records(entity)
    const ids = rows.map(({ id }) => id)
    if (new Set(ids).size !== ids.length) broken.push(`${entity}: one record stands in two rows`)
    // A plain server's records below a listing are read when somebody looks at it.
    const isMirrored = server.kind === 'ours' || !kinds[entity].collection.includes('{parent}')
    const missing = records.filter(({ id }) => !ids.includes(Number(id)))
    if (isMirrored && missing.length > 0) broken.push(`${entity}: ${missing.length} records are not on this device`)
    for (const row of rows) {
      const record = records.find(({ id }) => id === row.id)
      if (record === undefined) broken.push(`${entity} ${row.key} is not on the server`)
      else if (!isAlike(entity, row, record)) broken.push(`${entity} ${row.key} differs from the server’s`)
    }
  }
  return broken
}

function isAlike(entity: EntityName, row: Fields, record: Fields): boolean {
  const { fields } = kinds[entity]
  return fields.every((field) => !(field in record) || isSameValue(row[field], record[field]))
}

/** 6. What an agent wrote is only ever done in that agent's own session. */
export function noCrossUserSend({ observed }: World): Broken {
  return observed.effects.flatMap(({ owner, signedInAs, path }) =>
    String(signedInAs) === owner ? [] : [`${path} of agent ${owner} was done as agent ${signedInAs}`],
  )
}

/** 7. With a verified connection nothing that could go waits longer than this. */
export const longestWaitMs = 45 * 60_000

/** 8. No name that only this device knows is ever said. */
export function noTemporaryIdOnTheWire({ observed }: World): Broken {
  return observed.spoken.filter((said) => said.includes('local-')).map((said) => `said: ${said}`)
}

/** 9. However often it begins anew, a device asks no more than this in one second. */
const mostInOneSecond = 60

export function boundedRate({ observed }: World): Broken {
  return [...observed.requestsInSecond].flatMap(([second, count]) =>
    count > mostInOneSecond ? [`device and second ${second}: ${count} requests`] : [],
  )
}

/** 10. Nothing is set aside as unreadable that this program has written, and the bytes of what waits are there. */
export async function nothingIsRemoved(device: Device): Promise<Broken> {
  const unreadable = await device.home.unreadable()
  const broken = unreadable > 0 ? [`${unreadable} operations could not be read`] : []
  for (const { opId, files } of await device.operations()) {
    for (const file of Object.values(files)) {
      if ((await device.store().readFile(file)) === null) broken.push(`the picture of ${opId} is gone`)
    }
  }
  return broken
}

function textOf(value: unknown): string {
  return JSON.stringify(value)
}

/** Without the record that is nested in it, and without its photos. */
function ownTextOf(record: Fields): string {
  return textOf({ ...record, property: null, images: null })
}
