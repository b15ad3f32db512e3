import { Link, type LinkProps } from '@tanstack/react-router'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { SearchNothingIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { NoDataState, useLoadState } from './load-state.tsx'
import { kindNameCapitalized } from '#records/record-labels.ts'

type RecordNotFoundProps = {
  entity: EntityName
  /** Title until the result is known; the kind's name by default. */
  heading?: string
  /** Title once it is known that there is no such record. */
  title?: string
  /** Shown when the server answered with an error, so that it is unknown whether the record exists. */
  failure: string
  to: NonNullable<LinkProps['to']>
  /** Text of the link to `to`. */
  place: string
}

/** The page for a URL whose record is not on this device: never created, deleted, another agent's, or not loaded. */
export function RecordNotFound({ entity, heading, title, failure, to, place }: RecordNotFoundProps) {
  const load = useLoadState(entity)
  const isKnown = load === 'known'
  const { nameOnScreen } = kinds[entity]
  return (
    <>
      <PageHeader
        back={isKnown ? undefined : <BackLink to={to}>{place}</BackLink>}
        title={
          isKnown ? (title ?? `${kindNameCapitalized(entity)} not found`) : (heading ?? kindNameCapitalized(entity))
        }
      />
      <NoDataState load={load} failure={failure} what={`This ${nameOnScreen}`}>
        <EmptyState
          icon={<SearchNothingIcon size={44} />}
          title={`This device has no such ${nameOnScreen}`}
          action={
            <Link to={to} className={buttonClass({ variant: 'primary' })}>
              {place}
            </Link>
          }
        >
          It may have been deleted, or it has not reached this device yet.
        </EmptyState>
      </NoDataState>
    </>
  )
}
