import { clientName } from '#core/domain/clients/client-rules.ts'
import { codesOf, occupancyText } from '#core/domain/homes/door-words.ts'
import type { ClientRow, DoorCardRow } from '#storage/database/rows.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { Reach } from '#records/people/reach.tsx'
import styles from './door-card.module.css'
import { DoorCodes } from './door-codes.tsx'

type DoorWordsProps = { card: DoorCardRow; address: string; seller: ClientRow | undefined }

/** What a door card says, the codes behind a press. */
export function DoorWords({ card, address, seller }: DoorWordsProps) {
  const facts = [
    { name: 'Occupancy', text: occupancyText(card.occupancy) },
    { name: 'Lockbox', text: card.lockbox_kind },
    { name: 'Key', text: card.key_location },
    { name: 'Instructions', text: card.instructions },
    { name: 'Pets', text: card.pets },
    { name: 'Parking', text: card.parking },
  ].filter(({ text = '' }) => text !== '')
  const way = { client: seller, className: buttonClass({ size: 'large' }) }
  return (
    <>
      {card.notify_seller === true && (
        <div className={styles.notify}>
          <p>Notify the seller{seller && `, ${clientName(seller)},`} before you go in</p>
          <Reach by="Call" {...way} />
          <Reach by="Text" {...way} words={`I am on my way to show ${address}.`} />
        </div>
      )}
      <DoorCodes codes={codesOf(card)} address={address} />
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
