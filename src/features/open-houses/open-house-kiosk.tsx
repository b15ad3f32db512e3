import { type ReactNode, useState } from 'react'
import type { KioskLanguage } from '#core/domain/visits/consent-wordings.ts'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { useKiosk } from '#state/kiosk.ts'
import { useSession } from '#state/session.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ImageOffIcon } from '#ui/icons/icon.tsx'
import { KioskIdle } from './kiosk-idle.tsx'
import { useKioskHouse, useVisitorCounts } from './kiosk-queries.ts'
import { KioskVisit } from './kiosk-visit.tsx'

type OpenHouseKioskProps = {
  /** The open house's id or key in the address. */
  openHouseId: string
  /** The house itself, behind the words. */
  children: (listing: ListingRow | null, address: string) => ReactNode
}

/** What visitors see at the door: the house, a form, a word of thanks, and the house again. */
export function OpenHouseKiosk({ openHouseId, children }: OpenHouseKioskProps) {
  const house = useKioskHouse(openHouseId)
  const user = useSession((session) => session.user)
  const hostName = useKiosk(({ running }) => running?.hostName)
  const { today } = useMinute()
  // Each visitor gets a form of their own, so that nothing of the one before can be left in it. What is typed never
  // stands in the state of anything that outlives the visit.
  const [visit, setVisit] = useState<{ number: number; language: KioskLanguage | null }>({ number: 0, language: null })
  if (house === undefined) return null
  if (house === null) {
    return (
      <EmptyState icon={<ImageOffIcon size={40} />} title="This open house is not on this device.">
        Please tell your host.
      </EmptyState>
    )
  }
  const { openHouse, listing } = house
  const address = listing?.property.address?.trim() || openHouse.listing_address?.trim() || 'Open house'
  const agentName = hostName ?? (user === null ? 'Your host' : agentAsRealtor(user).name)
  const otherDay = openHouse.date === today ? null : openHouse.date

  if (visit.language === null) {
    return (
      <KioskIdle
        address={address}
        otherDay={otherDay}
        picture={children(listing, address)}
        isAgain={visit.number > 0}
        onSignIn={(language) => setVisit({ number: visit.number + 1, language })}
      />
    )
  }
  return (
    <KioskVisit
      key={visit.number}
      openHouse={openHouse}
      address={address}
      city={listing?.property.city ?? ''}
      otherDay={otherDay}
      agentName={agentName}
      language={visit.language}
      onDone={() => setVisit({ number: visit.number, language: null })}
    />
  )
}

/** At the foot: "Open house until 3:00 PM". How many have signed in is no visitor's business. */
export function OpenHouseHostLine({ openHouseId }: { openHouseId: string }) {
  const house = useKioskHouse(openHouseId)
  const { today } = useMinute()
  if (!house) return null
  const { date, start_time, end_time } = house.openHouse
  const until = timeInWords(end_time)
  return (
    <>
      Open house {/* On another day the poster and the form say which. */}
      <span>{date === today ? `until ${until}` : `${timeInWords(start_time)} – ${until}`}</span>
    </>
  )
}

/** For the agent who leaves: how many visitors the office does not know yet. Visitors can read it, too. */
export function OpenHouseWaiting({ openHouseId }: { openHouseId: string }) {
  const house = useKioskHouse(openHouseId)
  const { waiting, needsYou } = useVisitorCounts(house?.openHouse.key ?? '')
  if (waiting === 0) return null
  const [signIns, theyWill] = waiting === 1 ? ['1 sign-in is', 'It’ll'] : [`${waiting} sign-ins are`, 'They’ll']
  const next = needsYou > 0 ? 'Check the Outbox.' : `${theyWill} be sent automatically.`
  return `${signIns} saved on this device. ${next}`
}
