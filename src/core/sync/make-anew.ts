import { declaredFields } from './delete-record.ts'
import { withoutKey } from './compose-row.ts'
import { type EntityName, declarations } from './entities.ts'
import { newOperation } from './new-operation.ts'
import type { NewOperation, Reference } from './operation.ts'
import type { Row } from './ports.ts'

/** A create that makes a lost record anew from what this device remembers of it. */
export function restoringOperation(
  owner: string,
  opId: string,
  entity: EntityName,
  row: Row,
  madeAt: number,
): NewOperation {
  const fields = declaredFields(entity, row)
  const references: Record<string, Reference> = {}
  for (const [field, referred] of Object.entries(declarations[entity].references)) {
    const referredKey = row[`${field}_key`]
    if (typeof referredKey === 'string') references[field] = { entity: referred, key: referredKey }
  }
  const { id: _, version: __, ...shown } = withoutKey(row)
  return newOperation({ owner, opId, entity, key: row.key, kind: 'create', madeAt, changes: fields, references, shown })
}
