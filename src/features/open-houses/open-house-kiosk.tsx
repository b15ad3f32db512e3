import { type ReactNode, useState, useEffect, useRef } from 'react'
import { kioskLanguages, type KioskLanguage } from '#core/domain/visits/consent-wordings.ts'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import { useKiosk } from '#state/kiosk.ts'
import { useSession } from '#state/session.ts'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { ImageOffIcon, BrandMark } from '#ui/icons/icon.tsx'
import { useKioskHouse, useVisitorCounts } from './kiosk-house.tsx'
import { Button } from '#ui/basics/button.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import styles from './open-house-kiosk.module.css'
import { kioskWords, type KioskWords } from './kiosk-labels.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { signVisitorIn } from './open-house-visit-commands.ts'
import { KioskForm, type KioskFormValues } from './kiosk-form.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { formatTime } from '#core/format/times.ts'

type KioskVisitProps = {
  openHouse: OpenHouseRow
  address: string
  city: string
  /** The date, unless it is today. */
  otherDay: string | null
  agentName: string
  language: KioskLanguage
  /** Called after the thanks or a timeout. */
  onDone: () => void
}

/** One visitor's sign-in. All their data is unmounted with this component. */
function KioskVisit({ openHouse, address, city, otherDay, agentName, language, onDone }: KioskVisitProps) {
  const device = useDevice()
  // Created once, so that two taps add one visitor (fault A15).
  const [opId] = useState(device.ids.uuid)
  const [thanked, setThanked] = useState<string | null>(null)
  const words = kioskWords[language]

  async function save(values: KioskFormValues): Promise<void> {
    await signVisitorIn(device, { opId, openHouse, ...values })
    setThanked(values.name.split(/\s+/, 1)[0] ?? values.name)
  }

  if (thanked !== null)
    return <KioskThanks firstName={thanked} agentName={agentName} words={words} language={language} onDone={onDone} />
  return (
    <KioskForm
      address={address}
      city={city}
      otherDay={otherDay}
      agentName={agentName}
      words={words}
      language={language}
      save={save}
      onStartOver={onDone}
    />
  )
}

type KioskThanksProps = {
  firstName: string
  agentName: string
  words: KioskWords
  language: KioskLanguage
  onDone: () => void
}

/** Long enough to read, short enough for a queue at the door. */
const thanksSeconds = 10

function KioskThanks({ firstName, agentName, words, language, onDone }: KioskThanksProps) {
  const { secondsLeft } = useCountdown({ seconds: thanksSeconds, onEnd: onDone })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <div className={styles.thanks} lang={language}>
      <BrandMark size={112} />
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {words.thanks(firstName)}
      </h1>
      <p className={styles.enjoy}>{words.enjoy(agentName)}</p>
      <p className={styles.closing} aria-hidden>
        {words.closing(secondsLeft)}
      </p>
      <VisuallyHidden>
        {/* Announced once; the countdown changes too often. */}
        <span role="status">{words.closing(thanksSeconds)}</span>
      </VisuallyHidden>
      <Button size="kiosk" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  )
}

type OpenHouseKioskProps = {
  openHouseId: string
  /** Returns the picture that is shown between visits. */
  children: (listing: ListingRow | null, address: string) => ReactNode
}

export function OpenHouseKiosk({ openHouseId, children }: OpenHouseKioskProps) {
  const house = useKioskHouse(openHouseId)
  const user = useSession((session) => session.user)
  const hostName = useKiosk(({ running }) => running?.hostName)
  const { today } = useMinute()
  // A new form for each visitor, so that no input remains. Input never enters state that outlives the visit.
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

/** The kiosk's footer: "Open house until 3:00 PM". Visitors can read it, so it does not say how many have signed in. */
export function OpenHouseFooter({ openHouseId }: { openHouseId: string }) {
  const house = useKioskHouse(openHouseId)
  const { today } = useMinute()
  if (!house) return null
  const { date, start_time, end_time } = house.openHouse
  const until = formatTime(end_time)
  return (
    <>
      Open house {/* On another day, the page and the form show the date. */}
      <span>{date === today ? `until ${until}` : `${formatTime(start_time)} – ${until}`}</span>
    </>
  )
}

/** Shows the agent, who is about to end the kiosk, how many sign-ins are unsent. Visitors can read it, so it has no names. */
export function UnsentSignIns({ openHouseId }: { openHouseId: string }) {
  const house = useKioskHouse(openHouseId)
  const { waiting, needsAgent } = useVisitorCounts(house?.openHouse.key ?? '')
  if (waiting === 0) return null
  const [signIns, theyWill] = waiting === 1 ? ['1 sign-in is', 'It’ll'] : [`${waiting} sign-ins are`, 'They’ll']
  const next = needsAgent > 0 ? 'Check the Outbox.' : `${theyWill} be sent automatically.`
  return `${signIns} saved on this device. ${next}`
}

type KioskIdleProps = {
  address: string
  otherDay: string | null
  picture: ReactNode
  /** After a visit: focuses the button, for keyboard users. */
  isAgain: boolean
  onSignIn: (language: KioskLanguage) => void
}

const languageNames: Record<KioskLanguage, string> = { en: 'English', es: 'Español' }
const languages = kioskLanguages.map((value) => ({ value, label: languageNames[value] }))

function KioskIdle({ address, otherDay, picture, isAgain, onSignIn }: KioskIdleProps) {
  const [language, setLanguage] = useState<KioskLanguage>('en')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    if (isAgain) button.current?.focus()
  }, [isAgain])
  const [number, street] = splitAddress(address)
  return (
    <div className={styles.idle} lang={language}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.front}>
        <h1 className={styles.plate} lang="en">
          {number !== '' && <span className={styles.number}>{number}</span>}{' '}
          <span className={styles.street}>{street}</span>
          {otherDay !== null && (
            <span className={styles.day} lang={language}>
              {kioskWords[language].onDay(otherDay)}
            </span>
          )}
        </h1>
        <div className={styles.ask}>
          <Button
            ref={button}
            variant="primary"
            size="kiosk"
            className={styles.signIn}
            onClick={() => onSignIn(language)}
          >
            {kioskWords[language].tapToSignIn}
          </Button>
          <SegmentedFilter
            label="Language"
            className={styles.languages}
            options={languages}
            value={language}
            onChange={setLanguage}
          />
        </div>
      </div>
    </div>
  )
}

/** Splits "203 Cascade Falls Dr" into number and street. */
function splitAddress(address: string): [string, string] {
  const [, number = '', street = address] = /^(\d\S*)\s+(.+)$/.exec(address) ?? []
  return [number, street]
}
