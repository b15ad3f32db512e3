/** Adds descriptions to the path or query parameters of a route's schema, for the API description. */
export function withParameterDescriptions(schema: Record<string, unknown>, url: string): Record<string, unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, object>)
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, one]) => [name, withDescription(name, one, url)])),
  }
}

function withDescription(name: string, schema: object, url: string): object {
  const description = name === 'id' && url.includes('/listings/:id/') ? 'Id of the listing' : descriptions[name]
  return description === undefined ? schema : { ...schema, description }
}

const descriptions: Readonly<Record<string, string>> = {
  id: 'Id of the record',
  image_id: 'Id of the photo',
  open_house_id: 'Id of the open house',
  showing_id: 'Id of the showing',
  visit_id: 'Id of the visitor',
  question_id: 'Id of the question',
  page: 'Page number, starting at 1',
  page_size: 'Records per page, at most 500',
  search: 'Only records that contain this text',
  ordering: 'Sort order. A minus sign means descending',
  status: 'Only records with this status',
  category: 'Only clients in this category. Buyers and Sellers include clients who are both',
  listed_by: '`me` (default) for the agent’s own listings, `others` for homes of other brokers',
  tour_date: 'Include the events at each listing on this day',
  ids: 'Only these listings: ids separated by commas',
  today: 'The agent’s current date. Defaults to the server’s date',
  start_date: 'First day to include',
  end_date: 'Last day to include',
  from: 'First day to include',
  to: 'Last day to include',
  answer: 'Only sessions with this answer, as `question_id:value`. Repeat it to require several answers',
  version: 'Only sessions that answered this version of the questionnaire',
  cursor: 'The cursor of an earlier response. Leave it out to start from the beginning',
  limit: 'Changes per page, at most 500',
}
