import { tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import {
  type NewTour,
  type TourChanges,
  tourTimesSchema,
  type TourPlanning,
  type TourPlan,
} from '#core/contract/tour.ts'
import { canTransition, transitionError } from '#core/domain/tours/tour-status.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { definedOnly } from '#server/defined-only.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { busy, invalid, RefusedRequest } from '#server/problem-responses.ts'
import { createdOwn, findOwn, insertOwn, updateOwn, withChanges, writeOwn } from '#server/records/own-records.ts'
import type { Services } from '#server/services.ts'
import { planToStore } from './plan-of-tour.ts'
import { tours, type SentTour, type StoredTour } from './tours.ts'

/** Adds a tour with its plan. With `planning` 'given' the stops have the order of `selected_listings`; with 'best' the planner chooses it. */
export async function addTour(
  services: Services,
  request: WriteRequest,
  tour: NewTour,
  planning: TourPlanning,
): Promise<WriteOutcome> {
  const { client_email, client, tour_date, start_time, end_time, selected_listings, preferences, visit_lengths } = tour
  const when = { tour_date, start_time, end_time }
  const planned = { client_email, client, ...when, selected_listings, preferences, planning, visit_lengths }
  // Planned before the transaction, because a search may take long.
  const plan = await orRefusal(
    planToStore(services, request.agentId, planned, planFieldsOf(tour), { tourId: null, stopsBefore: [] }),
  )
  return services.database.write(request, async (trx, context): Promise<Outcome> => {
    if (isRefusal(plan)) return plan.refusal
    const stored: StoredTour = { ...planned, ...plan, status: 'scheduled', steps: [] }
    const inserted = await insertOwn(trx, context, tours, [], stored)
    return 'refusal' in inserted ? inserted.refusal : createdOwn(tours, inserted.record)
  })
}

const maxAttempts = 5

/** Changes a tour. If the change affects the plan, stores the plan that the device sent if it fits the changed tour, otherwise a new plan. */
export async function changeTour(
  services: Services,
  request: WriteRequest,
  id: number,
  changes: TourChanges,
): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await findOwn(services.database.db, tours, request.agentId, [id])
    const planned =
      seen === undefined ? undefined : await orRefusal(plannedChange(services, request.agentId, seen, changes))
    let hasChangedSince = false
    const outcome = await writeOwn(
      services.database,
      request,
      tours,
      [id],
      async (trx, context, current): Promise<Outcome> => {
        hasChangedSince = planned === undefined || current.version !== seen?.version
        if (planned === undefined || hasChangedSince) return busy()
        if (isRefusal(planned)) return planned.refusal
        if (!canTransition(current.status, planned.status)) {
          return invalid({ status: [transitionError(current.status, planned.status)] })
        }
        return answered(await updateOwn(trx, context, tours, [id], planned))
      },
    )
    // The tour was changed while it was being planned, so it is planned again.
    if (!hasChangedSince || attempt === maxAttempts) return outcome
  }
}

type Refusal = { refusal: Outcome }

/** Returns a refusal instead of throwing it, so that the transaction stores it for retries with the same idempotency key. */
async function orRefusal<Result extends object>(work: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RefusedRequest) return { refusal: error.outcome }
    throw error
  }
}

function isRefusal(result: object): result is Refusal {
  return 'refusal' in result
}

async function plannedChange(
  services: Services,
  agentId: number,
  current: SentTour,
  changes: TourChanges,
): Promise<StoredTour> {
  const { stops: _, lunch: __, dropped: ___, total_distance: ____, estimated_duration: _____, ...fields } = changes
  const changed: StoredTour = withChanges(tours, withoutIsListed(current), definedOnly(fields))
  parseFields(tourTimesSchema, changed)
  parseFields(tourPreferencesSchema, changed.preferences)
  if (!needsPlan(current, changes)) return changed
  const before = { tourId: current.id, stopsBefore: current.stops }
  const sentPlan = planFieldsOf(changes)
  // Devices send only the parts of a plan that changed.
  const devicePlan = Object.keys(sentPlan).length === 0 ? {} : { ...planFieldsOf(changed), ...sentPlan }
  return { ...changed, ...(await planToStore(services, agentId, changed, devicePlan, before)) }
}

const plannedFields = [
  'tour_date',
  'start_time',
  'end_time',
  'selected_listings',
  'preferences',
  'planning',
  'visit_lengths',
] as const

function needsPlan(current: SentTour, changes: TourChanges): boolean {
  if (changes.stops !== undefined) return true
  return plannedFields.some((field) => changes[field] !== undefined && !isSameValue(changes[field], current[field]))
}

function withoutIsListed(tour: SentTour): StoredTour {
  const stops = tour.stops.map((sent) => {
    const { is_listed: _, ...stop } = sent
    return stop
  })
  return { ...tour, stops }
}

type PlanFields = { [Part in keyof TourPlan]?: TourPlan[Part] | undefined }

function planFieldsOf({ stops, lunch, dropped, total_distance, estimated_duration }: PlanFields): Partial<TourPlan> {
  return definedOnly({ stops, lunch, dropped, total_distance, estimated_duration })
}
