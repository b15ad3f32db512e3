import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useKiosk } from '#state/kiosk.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'
import { PencilIcon, PlusIcon, KeyIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { NeedsAttention, RecordMark, StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { useLoadState } from '#records/states/load-state.tsx'
import { useRowsWithOpen } from '../use-rows-with-open.ts'
import { type Door, useDoor, useHomeOfListing } from './door-queries.ts'
import styles from './door-card.module.css'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { codesOf, occupancyText } from '#core/domain/homes/door-labels.ts'
import type { ClientRow, DoorCardRow } from '#storage/database/rows.ts'
import { ContactLink } from '#records/people/contact-link.tsx'

const codesShownMs = 60_000

type DoorCodesProps = { codes: readonly { name: string; code: string }[]; address: string }

/** Shows codes on a press; hides them after a minute, or when the page is hidden or left. */
function DoorCodes({ codes, address }: DoorCodesProps) {
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!isShown) return
    const hide = () => setIsShown(false)
    const timer = setTimeout(hide, codesShownMs)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [isShown])
  if (codes.length === 0) return null
  return (
    <div className={styles.codes}>
      <Button size="large" aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
        <KeyIcon size={20} />
        {isShown ? 'Hide codes' : 'Show codes'}
        <VisuallyHidden> of {address}</VisuallyHidden>
      </Button>
      <dl id={id} className={styles.shownCodes} hidden={!isShown}>
        {isShown &&
          codes.map(({ name, code }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{code}</dd>
            </div>
          ))}
      </dl>
      <VisuallyHidden>
        <span role="status">{isShown ? 'The codes are shown for one minute.' : ''}</span>
      </VisuallyHidden>
    </div>
  )
}

const DoorCardForm = lazy(() => import('./door-card-form.tsx').then((module) => ({ default: module.DoorCardForm })))

type Look = {
  /** `card` is a card of its own, `part` a section of another. */
  look: 'card' | 'part'
}

/** The door card of a listing's home; nothing if this device does not have the home. */
export function DoorCardOfListing({ listing, look }: Look & { listing: number | LocalKey | null | undefined }) {
  const home = useHomeOfListing(listing)
  return home === null || home === undefined ? null : <DoorCard home={home} look={look} />
}

/** A home's door card and its form. Only for the agent: left out of prints, of the last view and of kiosks. */
export function DoorCard({ home, look }: Look & { home: LocalKey }) {
  const isKiosk = useKiosk(({ running }) => running !== null)
  const door = useDoor(home)
  if (isKiosk || door === undefined) return null
  return <OpenDoor key={home} homeKey={home} door={door} look={look} />
}

function OpenDoor({ homeKey, door, look }: Look & { homeKey: LocalKey; door: Door }) {
  const { open, opener, form } = useInlineForm<string>()
  const isLoaded = useLoadState('door_card') === 'known'
  // A card that is deleted on another device stays while its form is open.
  const [card] = useRowsWithOpen(door.card === undefined ? [] : [door.card], ({ key }) => key === open) ?? []
  const address = door.home?.address ?? 'this home'
  const editing = card === undefined || open === 'new' ? 'new' : card.key
  const edit = (
    <Button {...opener(editing)} variant={look === 'part' ? 'quiet' : 'secondary'}>
      {card === undefined ? <PlusIcon size={18} /> : <PencilIcon size={18} />}
      {card === undefined ? 'Add Door Card' : 'Edit Door Card'}
      <VisuallyHidden> of {address}</VisuallyHidden>
    </Button>
  )
  return (
    <Frame look={look} isEmpty={card === undefined} edit={edit}>
      {card !== undefined && (
        <>
          <DoorWords key={card.key} card={card} address={address} seller={door.seller} />
          <RecordMark entity="door_card" recordKey={card.key} />
          <NeedsAttention entity="door_card" recordKey={card.key} />
        </>
      )}
      {card === undefined && open === null && look === 'card' && isLoaded && (
        <p className={styles.hint}>How to get in, and what to watch for. Only you see it.</p>
      )}
      {(look === 'card' || open !== null) && <StoredOnlyHereNote what="door cards" />}
      {open !== null && (
        <Suspense>
          <DoorCardForm
            {...form}
            home={homeKey}
            address={address}
            card={open === 'new' ? null : (card ?? null)}
            seller={door.seller}
          />
        </Suspense>
      )}
    </Frame>
  )
}

type FrameProps = Look & { isEmpty: boolean; edit: ReactNode; children: ReactNode }

function Frame({ look, isEmpty, edit, children }: FrameProps) {
  const hidden = { 'data-off-paper': true, 'data-private': true }
  if (look === 'card')
    return (
      <Card title="At the door" actions={edit} {...hidden}>
        <div className={styles.door}>{children}</div>
      </Card>
    )
  return (
    <section aria-label="At the door" className={styles.door} data-empty={isEmpty || undefined} {...hidden}>
      {!isEmpty && <h3 className={styles.heading}>At the door</h3>}
      {children}
      <div>{edit}</div>
    </section>
  )
}

type DoorWordsProps = { card: DoorCardRow; address: string; seller: ClientRow | undefined }

function DoorWords({ card, address, seller }: DoorWordsProps) {
  const facts = [
    { name: 'Occupancy', text: occupancyText(card.occupancy) },
    { name: 'Lockbox', text: card.lockbox_kind },
    { name: 'Key', text: card.key_location },
    { name: 'Instructions', text: card.instructions },
    { name: 'Pets', text: card.pets },
    { name: 'Parking', text: card.parking },
  ].filter(({ text = '' }) => text !== '')
  const contactProps = { client: seller, className: buttonClass({ size: 'large' }) }
  return (
    <>
      {card.notify_seller === true && (
        <div className={styles.notify}>
          <p>Notify the seller{seller && `, ${clientName(seller)},`} before you go in</p>
          <ContactLink by="Call" {...contactProps} />
          <ContactLink by="Text" {...contactProps} words={`I am on my way to show ${address}.`} />
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
