import { Link } from '@tanstack/react-router'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { SectionNote } from '#ui/lists/data-table.tsx'
import { LoadFailure } from './load-state.tsx'
import { failureMessageOf } from '#records/record-labels.ts'
import { useRefusedOperation } from './record-notice.tsx'

type SectionProblemsProps = {
  records: readonly (readonly [EntityName, LocalKey])[]
  /** The message if the section's records could not be loaded; null if they could. */
  failure: string | null
}

/** Shows one change of the section's records that the server has refused, if any, and whether loading the records failed. */
export function SectionProblems({ records, failure }: SectionProblemsProps) {
  const refused = useRefusedOperation(records)
  return (
    <>
      {refused !== null && (
        <SectionNote>
          <Banner tone="warning">
            {failureMessageOf(refused.entity, refused.kind)} {refused.refusal?.message}{' '}
            <Link to="/outbox">Decide in the Outbox</Link>
          </Banner>
        </SectionNote>
      )}
      {failure !== null && (
        <SectionNote>
          <LoadFailure>{failure}</LoadFailure>
        </SectionNote>
      )}
    </>
  )
}
