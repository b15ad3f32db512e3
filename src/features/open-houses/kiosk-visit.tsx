import { useState } from 'react'
import type { KioskLanguage } from '#core/domain/visits/consent-wordings.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import { signVisitorIn } from './visitor-sign-in-commands.ts'
import type { KioskFormValues } from './kiosk-form-values.ts'
import { KioskForm } from './kiosk-form.tsx'
import { KioskThanks } from './kiosk-thanks.tsx'
import { kioskWords } from './kiosk-words.ts'

type KioskVisitProps = {
  openHouse: OpenHouseRow
  address: string
  city: string
  otherDay: string | null
  agentName: string
  language: KioskLanguage
  /** Signed in and thanked, or gone: back to the house. */
  onDone: () => void
}

/** One visitor at the door. Everything about them leaves with this component. */
export function KioskVisit({ openHouse, address, city, otherDay, agentName, language, onDone }: KioskVisitProps) {
  const device = useDevice()
  // Made now, so that two taps are one visitor (fault A15).
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
