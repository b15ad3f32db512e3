import { skipMessages } from '#core/domain/homes/listing-agent-messages.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { lastStep } from '#core/domain/tours/tour-run-steps.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useTourClient } from '../tour-client.tsx'
import { plannedVisit, type ShownStop } from '../tour-stops.ts'

/** The text to the listing agent of the home that was skipped last, until the next step. */
export function SkipMessages({ tour, run }: { tour: TourRow; run: readonly RunStop<ShownStop>[] }) {
  const { people } = useTourClient(tour)
  const last = lastStep(tour.steps ?? [])
  const skipped = run.filter(({ name }) => last?.kind === 'skipped' && last.stop_id === name)
  const visits = skipped.map(({ stop }) => plannedVisit(stop))
  return <AgentMessages messages={skipMessages(visits, { from: people.agent })} />
}
