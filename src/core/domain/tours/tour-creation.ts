/**
 * The call that makes a tour: `auto-create` keeps the order given, `intelligent-create` plans and
 * has its own names for the times.
 */
export function tourCreation<Value>(tour: Record<string, Value>): { path: string; fields: Record<string, Value> } {
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
