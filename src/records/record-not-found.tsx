import type { ReactNode } from 'react'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { PageHead } from '#ui/page-head.tsx'
import { NothingHere } from './nothing-here.tsx'
import { sentenceOf } from './record-words.ts'
import { useLoadState } from './use-load-state.ts'

type RecordNotFoundProps = {
  entity: EntityName
  /** Heads the page once it is known that there is no such record. */
  title?: string
  /** Stands below that. */
  subtitle?: string
  back?: ReactNode
  /** Said when the server answered with an error, so that it is unknown whether there is such a record. */
  failure: string
  /** Said of a record that is known not to be there. */
  children: ReactNode
}

/** An address that leads to no record on this device: never made, deleted, another agent's, or not loaded. */
export function RecordNotFound(props: RecordNotFoundProps) {
  const { entity, title = `${sentenceOf(entity)} not found`, subtitle, back, failure, children } = props
  const load = useLoadState(entity)
  const isKnown = load === 'known'
  return (
    <>
      <PageHead back={back} title={isKnown ? title : sentenceOf(entity)} subtitle={isKnown ? subtitle : undefined} />
      <NothingHere load={load} failure={failure} what={`This ${kinds[entity].word}`}>
        {children}
      </NothingHere>
    </>
  )
}
