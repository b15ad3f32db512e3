/** Returns the request that creates a tour: `auto-create` uses the given order, `intelligent-create` plans it. */
export function tourCreateRequest<Value>(tour: Record<string, Value>): { path: string; fields: Record<string, Value> } {
  const { planning, ...fields } = tour
  if (planning !== 'best') return { path: 'tours/tours/auto-create/', fields }
  const { start_time, end_time, ...rest } = fields
  return {
    path: 'tours/tours/intelligent-create/',
    fields: {
      ...rest,
      ...(start_time === undefined ? {} : { preferred_start_time: start_time }),
      ...(end_time === undefined ? {} : { preferred_end_time: end_time }),
    },
  }
}
