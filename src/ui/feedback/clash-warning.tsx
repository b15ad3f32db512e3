import { type Clash, formatClash } from '#core/domain/travel/find-clashes.ts'
import { Banner } from './banner.tsx'

/** Warns of other plans at that time; saving stays possible. */
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
