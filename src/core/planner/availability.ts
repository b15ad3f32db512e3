import { freeSpans } from './busy-time.ts'
import type { PlanInput } from './plan-types.ts'

export type Availability = {
  slot_count: number
  /** Whole minutes. */
  longest_slot: number
  /** Integer seconds of the local day, ascending. */
  available_slots: { start_time: number; end_time: number }[]
}

/** The day without busy time and fixed visits, in slots long enough for one visit. Lunch is not subtracted. */
export function availability(input: Pick<PlanInput, 'start' | 'end' | 'busy' | 'fixed' | 'minMinutes'>): Availability {
  const taken = [...input.busy, ...(input.fixed ?? []).map(({ start, end }) => [start, end] as const)]
  const slots = freeSpans([input.start, input.end], taken).filter(([from, to]) => to - from >= input.minMinutes * 60)
  return {
    slot_count: slots.length,
    longest_slot: Math.floor(Math.max(0, ...slots.map(([from, to]) => to - from)) / 60),
    available_slots: slots.map(([start_time, end_time]) => ({ start_time, end_time })),
  }
}
