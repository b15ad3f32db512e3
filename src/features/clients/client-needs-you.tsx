import { Link } from '@tanstack/react-router'
import type { Operation } from '#core/sync/operation.ts'
import { useStuckChange } from '#records/use-stuck-change.ts'
import type { ClientRow } from '#storage/rows.ts'
import { Banner } from '#ui/banner.tsx'

/** Says on the client's own page that a change of it waits for the agent, and leads there. */
export function ClientNeedsYou({ client }: { client: ClientRow }) {
  const stuck = useStuckChange('client', client.key)
  if (!stuck) return null
  return (
    <Banner tone="warning">
      {whyInWords(stuck)} <Link to="/outbox">Decide in the Outbox</Link>
    </Banner>
  )
}

function whyInWords({ conflict, refusal }: Operation): string | undefined {
  if (conflict === null) return refusal?.message
  if (conflict.theirs !== null) return 'This client was changed in two places.'
  return `This client was deleted ${conflict.isHere === true ? 'in another window' : 'elsewhere'} while you changed it here.`
}
