import * as v from 'valibot'
import { entityNames } from '#core/kinds/all-kinds.ts'
import { type Operation, operationFormat } from '#core/sync/operation.ts'

/** `unreadable`: the reason, as the agent sees it. */
type StoredOperation = { operation: Operation } | { unreadable: string }

/** Upgrades older formats (faults J1, C21). A newer one is returned unchanged and never sent (J3). An unreadable one is never dropped (A11, H4). */
export function readStoredOperation(raw: unknown): StoredOperation {
  const format = v.safeParse(v.object({ format: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }), raw)
  if (!format.success) return { unreadable: 'It carries no format number.' }
  let stored = raw as Record<string, unknown>
  for (let from = format.output.format; from < operationFormat; from++) {
    const upgrade = upgrades[from]
    if (upgrade === undefined) return { unreadable: `Format ${from} is not known.` }
    stored = upgrade(stored)
  }
  const parsed = v.safeParse(storedSchema, stored)
  if (!parsed.success) return { unreadable: parsed.issues[0].message }
  return { operation: stored as unknown as Operation }
}

export function isOfNewerFormat(operation: Pick<Operation, 'format'>): boolean {
  return operation.format > operationFormat
}

/** For each format number, the function that upgrades an operation to the next format. Empty while format 1 is the only format. */
const upgrades: Record<number, (stored: Record<string, unknown>) => Record<string, unknown>> = {}

const object = v.custom<object>((value) => typeof value === 'object' && value !== null, 'An object is expected.')
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The fields of every format so far; enough to send, show and settle an operation. */
const storedSchema = v.object({
  seq: count,
  opId: v.pipe(v.string(), v.nonEmpty()),
  revision: count,
  owner: v.string(),
  entity: v.picklist(entityNames),
  key: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist(['create', 'update', 'delete']),
  state: v.picklist(['queued', 'sending', 'unknown', 'waiting', 'needs-login', 'blocked', 'conflict', 'attention']),
  changes: object,
  references: object,
  files: object,
  shown: object,
  base: object,
  attempts: count,
  attempt: v.nullable(object),
  nextAt: v.number(),
})
