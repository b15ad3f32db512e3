import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type KioskLanguage, kioskLanguages } from '#core/domain/visits/consent-wordings.ts'
import { Button } from '#ui/basics/button.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import styles from './kiosk-idle.module.css'
import { kioskWords } from './kiosk-words.ts'

type KioskIdleProps = {
  address: string
  /** The day of the open house where it is not today. */
  otherDay: string | null
  picture: ReactNode
  /** After a visit: who goes by keys goes on from here. */
  isAgain: boolean
  onSignIn: (language: KioskLanguage) => void
}

const languageNames: Record<KioskLanguage, string> = { en: 'English', es: 'Español' }
const languages = kioskLanguages.map((value) => ({ value, label: languageNames[value] }))

/** The house and one button, until somebody comes. */
export function KioskIdle({ address, otherDay, picture, isAgain, onSignIn }: KioskIdleProps) {
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

/** "203 Cascade Falls Dr" as the plate beside the door shows it. */
function splitAddress(address: string): [string, string] {
  const [, number = '', street = address] = /^(\d\S*)\s+(.+)$/.exec(address) ?? []
  return [number, street]
}
