import { Link } from '@tanstack/react-router'
import type { ClientRow } from '#storage/rows.ts'
import { useOutboxMark } from '#storage/use-outbox-mark.ts'
import { Banner } from '#ui/banner.tsx'
import { useClientRefusal } from './client-queries.ts'

/** Says on the client's own page that a change of it waits for the agent, and leads there. */
export function ClientNeedsYou({ client }: { client: ClientRow }) {
  const mark = useOutboxMark('client', client.key)
  const refusal = useClientRefusal(client.key)
  if (mark !== 'Conflict' && mark !== 'Needs fixing') return null
  const said = mark === 'Conflict' ? 'This client was changed in two places.' : refusal?.message
  return (
    <Banner tone="warning">
      {said} <Link to="/outbox">Decide in the Outbox</Link>
    </Banner>
  )
}
