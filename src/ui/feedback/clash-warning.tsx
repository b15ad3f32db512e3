import { type Clash, formatClash } from '#core/domain/travel/find-clashes.ts'
import { Banner } from './banner.tsx'

/** Lists the showings, open houses, appointments and tours that clash with the edited one by time or drive. The agent can still save. */
export function ClashWarning({ clashes }: { clashes: readonly Clash[] }) {
  if (clashes.length === 0) return null
  return (
    <Banner tone="warning" role="status">
      {clashes.map((clash) => (
        <p key={clash.with.key}>{formatClash(clash)}</p>
      ))}
    </Banner>
  )
}
