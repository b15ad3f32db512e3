import { Link } from '@tanstack/react-router'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { useStuckChange } from '#records/saving/use-stuck-change.ts'

/** Says on a record's own page that a change of it waits for the agent, and leads there (fault H2). */
export function NeedsYou({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const stuck = useStuckChange(entity, recordKey)
  return stuck ? <StuckChange change={stuck} /> : null
}

export function StuckChange({ change }: { change: Operation }) {
  return (
    <Banner tone="warning">
      {whyInWords(change)} <Link to="/outbox">Decide in the Outbox</Link>
    </Banner>
  )
}

function whyInWords({ entity, conflict, refusal }: Operation): string | undefined {
  if (conflict === null) return refusal?.message
  const { word } = kinds[entity]
  if (conflict.theirs !== null) return `This ${word} was changed in two places.`
  return `This ${word} was deleted ${conflict.isHere === true ? 'in another window' : 'elsewhere'} while you changed it here.`
}
