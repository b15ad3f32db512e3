import type { ListingId } from '#core/planner/plan-types.ts'

/*
 * The chosen listings in the agent's order. A form keeps texts only, so that its draft can be kept as it is; there the
 * order is written as JSON.
 */

export function orderToText(order: readonly ListingId[]): string {
  return JSON.stringify(order)
}

/** Empty for a text that is no order. */
export function textToOrder(text: string): ListingId[] {
  try {
    const order: unknown = JSON.parse(text)
    return Array.isArray(order) ? order.filter(isRef) : []
  } catch {
    return []
  }
}

function isRef(value: unknown): value is ListingId {
  return typeof value === 'number' || typeof value === 'string'
}

/** Last of the order, once. */
export function addListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.includes(id) ? [...order] : [...order, id]
}

export function removeListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.filter((other) => other !== id)
}

/** One place earlier (-1) or later (1); as it was at the ends. */
export function moveListing(order: readonly ListingId[], id: ListingId, by: -1 | 1): ListingId[] {
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return [...order]
  const moved = order.filter((other) => other !== id)
  moved.splice(to, 0, id)
  return moved
}
