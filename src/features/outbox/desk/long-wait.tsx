import { useState } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'

const dayMs = 86_400_000

/** Says that something has waited for a day or longer, and that only this device has it (faults A12, H6, J7). */
export function LongWait({ since }: { since: number | null }) {
  // A day more or less is not missed while the page is open.
  const [now] = useState(() => Date.now())
  const days = since === null ? 0 : Math.floor((now - since) / dayMs)
  if (days < 1) return null
  return (
    <Banner tone="warning">
      <p>
        <b>A change has waited for {days === 1 ? 'a day' : `${days} days`}.</b> Until it is sent it is on this device
        only. Export everything to have a copy.
      </p>
    </Banner>
  )
}
