import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { readHostName } from '#state/host-name.ts'
import { useSession } from '#state/session.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { canLock } from '#storage/kiosk/kiosk-pin.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LockIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { TextField, focusField } from '#ui/fields/field.tsx'
import { startKiosk } from './kiosk-commands.ts'
import styles from './kiosk.module.css'
import { PinField } from './leave-kiosk-sheet.tsx'

type KioskSetUpProps = {
  /** The URL path of the page that visitors will see. */
  path: string
  title: string
  /** The home's address and the date, so that a tablet is not set up at the wrong house. */
  where: string
  /** What the kiosk is for. */
  about: string
  warning?: ReactNode
  /** Visitors see the agent's name on the page, so an agent without a name can enter one. */
  showsAgentName?: boolean
  onCancel: () => void
}

type Refusal = { pin?: string | undefined; repeated?: string | undefined; form?: string }

export function KioskSetUp({ path, title, where, about, warning, showsAgentName, onCancel }: KioskSetUpProps) {
  return (
    <>
      <PageHeader title={title} subtitle={where} />
      <p className={styles.about}>{about}</p>
      {warning !== undefined && <Banner tone="warning">{warning}</Banner>}
      <div className={styles.columns}>
        <Card title="Choose a PIN">
          {canLock() ? (
            <PinForm path={path} asksName={showsAgentName === true} onCancel={onCancel} />
          ) : (
            <Banner tone="warning">
              A PIN needs a secure address: open Fanlight under https://. <Button onClick={onCancel}>Back</Button>
            </Banner>
          )}
        </Card>
        <Card title="Lock the tablet to this page">
          <KioskHelp />
        </Card>
      </div>
    </>
  )
}

type PinFormProps = {
  path: string
  asksName: boolean
  onCancel: () => void
}

function PinForm({ path, asksName, onCancel }: PinFormProps) {
  const { owner } = useDevice()
  const [refusal, setRefusal] = useState<Refusal>({})
  const [isStarting, setIsStarting] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const pin = textOf(fields, 'pin')
    const refused = refusalOf(pin, textOf(fields, 'repeated'))
    setRefusal(refused ?? {})
    if (refused !== null) return focusField(form.current, refused.pin === undefined ? 'repeated' : 'pin')
    setIsStarting(true)
    try {
      await startKiosk({ agentId: owner, path, hostName: textOf(fields, 'host_name') || undefined }, pin)
    } catch (error) {
      setRefusal({ form: storageErrorMessage(error) })
      setIsStarting(false)
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void start(event)}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) setRefusal((before) => ({ ...before, [target.name]: undefined }))
      }}
    >
      <HowToLeave />
      {refusal.form !== undefined && (
        <Banner tone="danger" role="alert">
          {refusal.form}
        </Banner>
      )}
      {asksName && <NameField owner={owner} />}
      <PinField name="pin" label="PIN" hint="4 to 8 digits" error={refusal.pin} required />
      <PinField name="repeated" label="Repeat PIN" error={refusal.repeated} required />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isStarting} busyLabel="Starting...">
          Start
        </Button>
      </div>
    </form>
  )
}

function HowToLeave() {
  return (
    <p className={styles.leaving}>
      <LockIcon size={20} />
      <span>
        <strong>To leave:</strong> hold the padlock in the corner, then enter this PIN. It is kept on this device only,
        and it works without a network.
      </span>
    </p>
  )
}

function NameField({ owner }: { owner: string }) {
  const user = useSession((session) => session.user)
  if (user === null || `${user.first_name}${user.last_name}`.trim() !== '') return null
  return (
    <TextField
      name="host_name"
      label="Your Name"
      hint={`Visitors read it: “… may email me about this house.” Without it they read “${user.username}”.`}
      defaultValue={readHostName(owner)}
      maxLength={100}
      autoCapitalize="words"
      autoComplete="name"
    />
  )
}

function refusalOf(pin: string, repeated: string): Refusal | null {
  if (!/^\d{4,8}$/.test(pin)) return { pin: 'Enter 4 to 8 digits.' }
  return pin === repeated ? null : { repeated: 'The two PINs are not the same.' }
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Explains how the agent locks the tablet itself, because a web page cannot lock the tablet's buttons. */
function KioskHelp() {
  return (
    <div className={styles.help}>
      <p>Fanlight keeps visitors on their page. To keep them in the browser, lock the tablet itself:</p>
      <section>
        <h3>iPad: Guided Access</h3>
        <ol>
          <li>Once: in Settings, Accessibility, Guided Access, turn it on and set a passcode.</li>
          <li>Start here, then press the top button (or Home button) three times and choose Start.</li>
          <li>To end: press it three times again and enter the passcode.</li>
        </ol>
      </section>
      <section>
        <h3>Android: app pinning</h3>
        <ol>
          <li>Once: in Settings, Security, More security settings, App pinning, turn it on with “Ask for PIN”.</li>
          <li>Start here, open the app overview, tap this app’s icon and choose Pin.</li>
          <li>To end: hold Back and Overview together, or swipe up and hold.</li>
        </ol>
      </section>
      <p>Plug in the tablet. Its screen stays on while visitors use it.</p>
    </div>
  )
}
