import { type FormEvent, useRef, useState } from 'react'
import { useDevice } from '#storage/device-context.tsx'
import { canLock } from '#storage/kiosk-pin.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { startKiosk } from './kiosk-commands.ts'
import { KioskHelp } from './kiosk-help.tsx'
import styles from './kiosk-set-up.module.css'
import { PinField } from './pin-field.tsx'

type KioskSetUpProps = { path: string; title: string; about: string; onCancel: () => void }

type Refusal = { pin?: string; repeated?: string; form?: string }

/** The agent chooses the PIN that ends the kiosk, and reads how to keep the tablet in it. */
export function KioskSetUp({ path, title, about, onCancel }: KioskSetUpProps) {
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
    if (refused !== null) return focusOn(form.current, refused.pin === undefined ? 'repeated' : 'pin')
    setIsStarting(true)
    try {
      await startKiosk({ agentId: owner, path }, pin)
    } catch (error) {
      setRefusal({ form: storageProblem(error) })
      setIsStarting(false)
    }
  }

  return (
    <>
      <PageHead title={title} subtitle={about} />
      <div className={styles.columns}>
        <Card title="Choose a PIN">
          {canLock() ? (
            <form
              ref={form}
              className={styles.form}
              noValidate
              autoComplete="off"
              onSubmit={(event) => void start(event)}
            >
              <p>You need it to leave. It is kept on this device only, and it works without a network.</p>
              {refusal.form !== undefined && (
                <Banner tone="danger" role="alert">
                  {refusal.form}
                </Banner>
              )}
              <PinField name="pin" label="PIN" hint="4 to 8 digits" error={refusal.pin} required />
              <PinField name="repeated" label="Repeat PIN" error={refusal.repeated} required />
              <div className={styles.actions}>
                <Button onClick={onCancel}>Cancel</Button>
                <Button type="submit" variant="primary" busy={isStarting} busyLabel="Starting...">
                  Start
                </Button>
              </div>
            </form>
          ) : (
            <Banner tone="warning">
              A PIN needs a secure address: open Fanlight under https://. <Button onClick={onCancel}>Back</Button>
            </Banner>
          )}
        </Card>
        <Card title="Keep the tablet in it">
          <KioskHelp />
        </Card>
      </div>
    </>
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

function focusOn(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
