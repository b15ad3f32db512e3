import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type ConsentKind,
  consentWording,
  type KioskLanguage,
  givenConsent,
} from '#core/domain/visits/consent-wordings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { TextField, focusField } from '#ui/fields/field.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import styles from './open-house-kiosk.module.css'
import type { KioskWords } from './kiosk-labels.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import * as v from 'valibot'
import { emailAddress, optionalText, requiredText } from '#core/contract/fields.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'

type KioskFormProps = {
  address: string
  city: string
  /** The date of the open house, unless it is today. */
  otherDay: string | null
  agentName: string
  words: KioskWords
  language: KioskLanguage
  /** Rejects if the visitor could not be stored on this device. */
  save: (values: KioskFormValues) => Promise<void>
  onStartOver: () => void
}

/** After this time without a touch or key, the form starts over for the next visitor, even if it is half filled in. */
const idleSeconds = 30

/** The sign-in form. Input is only in the uncontrolled fields, with no draft or state, and disappears with them. */
export function KioskForm({ address, city, otherDay, agentName, words, language, save, onStartOver }: KioskFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { step, setStep, wrong, setWrong, state, submit } = useSigningIn({ form, agentName, language, save })
  const { secondsLeft, restart } = useCountdown({ seconds: idleSeconds, onEnd: onStartOver })
  useUserActivity(restart)
  useEffect(() => {
    window.scrollTo(0, 0)
    focusField(form.current, step === 'who' ? 'name' : 'phone_number')
  }, [step])

  const errorOf = (name: KioskField) => (wrong.has(name) ? words[messages[name]] : undefined)
  const stepProps = { words, errorOf, consentOf: (kind: ConsentKind) => consentWording(kind, language, agentName) }
  return (
    <form
      ref={form}
      className={styles.form}
      lang={language}
      noValidate
      autoComplete="off"
      aria-label={words.signIn}
      onSubmit={(event) => void submit(event)}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) setWrong((before) => without(before, fieldOf(target.name)))
      }}
    >
      <div className={styles.steps} aria-hidden>
        <i data-on />
        <i data-on={step === 'reach' || undefined} />
      </div>
      <div>
        <p className={styles.where} lang="en">
          <StreetAddress address={address} />
          {city !== '' && `, ${city}`}
        </p>
        {otherDay !== null && <p className={styles.where}>{words.onDay(otherDay)}</p>}
        <h1 className={styles.formHeading}>{step === 'who' ? words.welcome : words.reach(agentName)}</h1>
      </div>
      {state === 'failed' && (
        <Banner tone="danger" role="alert">
          {words.notKept}
        </Banner>
      )}
      {/* Both steps stay mounted, so that *Back* finds the input. */}
      <NameStep {...stepProps} isShown={step === 'who'} onStartOver={onStartOver} />
      <PhoneStep
        {...stepProps}
        isShown={step === 'reach'}
        isSaving={state === 'saving'}
        onBack={() => setStep('who')}
      />
      <KioskTimeout secondsLeft={secondsLeft} words={words} onStay={restart} />
    </form>
  )
}

type SigningInOptions = Pick<KioskFormProps, 'agentName' | 'language' | 'save'> & {
  form: RefObject<HTMLFormElement | null>
}

function useSigningIn({ form, agentName, language, save }: SigningInOptions) {
  const [step, setStep] = useState<KioskStep>('who')
  const [wrong, setWrong] = useState<ReadonlySet<KioskField>>(new Set())
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'saving') return
    const fields = new FormData(event.currentTarget)
    const invalid = wrongFields(fields, step)
    setWrong(new Set(invalid))
    if (invalid[0] !== undefined) return focusField(form.current, invalid[0])
    if (step === 'who') return setStep('reach')
    setState('saving')
    try {
      await save(kioskValuesOf(fields, { language, agentName, givenAt: new Date().toISOString() }))
    } catch (error) {
      // The log must not contain the visitor's data.
      console.warn('A visitor could not be kept on this device.', error instanceof Error ? error.name : typeof error)
      setState('failed')
    }
  }

  return { step, setStep, wrong, setWrong, state, submit }
}

function useUserActivity(onActivity: () => void): void {
  const report = useEffectEvent(onActivity)
  useEffect(() => {
    const events = ['input', 'pointerdown', 'keydown'] as const
    const listener = () => report()
    for (const event of events) window.addEventListener(event, listener)
    return () => events.forEach((event) => window.removeEventListener(event, listener))
  }, [])
}

type StepProps = {
  words: KioskWords
  errorOf: (name: KioskField) => string | undefined
  consentOf: (kind: ConsentKind) => string
  isShown: boolean
}

function NameStep({ words, errorOf, consentOf, isShown, onStartOver }: StepProps & { onStartOver: () => void }) {
  return (
    <div className={styles.fields} hidden={!isShown}>
      <TextField
        {...noSuggestions}
        name="name"
        label={words.name}
        enterKeyHint="next"
        maxLength={200}
        autoCapitalize="words"
        error={errorOf('name')}
      />
      <TextField
        {...noSuggestions}
        name="client_email"
        label={words.email}
        enterKeyHint="next"
        inputMode="email"
        maxLength={254}
        error={errorOf('client_email')}
      />
      <ConsentBox kind="email" wording={consentOf('email')} />
      <div className={styles.actions}>
        <Button variant="quiet" size="kiosk" onClick={onStartOver}>
          {words.startOver}
        </Button>
        {isShown && (
          <Button type="submit" variant="primary" size="kiosk">
            {words.next}
          </Button>
        )}
      </div>
    </div>
  )
}

type PhoneStepProps = StepProps & { isSaving: boolean; onBack: () => void }

function PhoneStep({ words, errorOf, consentOf, isShown, isSaving, onBack }: PhoneStepProps) {
  return (
    <div className={styles.fields} hidden={!isShown}>
      <TextField
        {...noSuggestions}
        name="phone_number"
        label={words.phone}
        inputMode="tel"
        maxLength={40}
        error={errorOf('phone_number')}
      />
      <ConsentBox kind="phone" wording={consentOf('phone')} />
      <div className={styles.actions}>
        <Button variant="quiet" size="kiosk" onClick={onBack}>
          {words.back}
        </Button>
        {isShown && (
          <Button type="submit" variant="primary" size="kiosk" busy={isSaving} busyLabel={words.saving}>
            {words.signIn}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The browser must not suggest one visitor's data to the next. */
const noSuggestions = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

const messages = { name: 'enterName', client_email: 'enterEmail', phone_number: 'enterPhone' } as const

function ConsentBox({ kind, wording }: { kind: ConsentKind; wording: string }) {
  return (
    <label className={styles.consent}>
      <input type="checkbox" name={consentField(kind)} />
      <span>{wording}</span>
    </label>
  )
}

/** Returns the field whose error an input clears. The checkbox for calls clears the error of the phone field, because calls require a number. */
function fieldOf(name: string): string {
  return name === consentField('phone') ? 'phone_number' : name
}

function without(wrong: ReadonlySet<KioskField>, name: string): ReadonlySet<KioskField> {
  return new Set([...wrong].filter((other) => other !== name))
}

/** The countdown is visible in these last seconds: long enough for slow users to answer. */
const warningSeconds = 20

type KioskTimeoutProps = { secondsLeft: number; words: KioskWords; onStay: () => void }

function KioskTimeout({ secondsLeft, words, onStay }: KioskTimeoutProps) {
  const isWarning = secondsLeft <= warningSeconds
  return (
    <div className={styles.timeout}>
      {isWarning && (
        <>
          <span aria-hidden>{words.startingOver(secondsLeft)}</span>
          <Button variant="quiet" onClick={onStay}>
            {words.stillHere}
          </Button>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{isWarning ? words.startingOverSoon : ''}</span>
      </VisuallyHidden>
    </div>
  )
}

export type KioskFormValues = { name: string; client_email: string; phone_number: string; consents: Consent[] }

type KioskField = 'name' | 'client_email' | 'phone_number'
/** `who` has name and email, `reach` the phone number. */
type KioskStep = 'who' | 'reach'

const fieldSchemas = {
  name: requiredText('Name', 200),
  client_email: emailAddress(),
  phone_number: optionalText('Phone', 40),
}

function wrongFields(fields: FormData, step: KioskStep): KioskField[] {
  const names: KioskField[] = step === 'who' ? ['name', 'client_email'] : ['phone_number']
  return names.filter((name) => {
    const text = fields.get(name)
    if (!v.safeParse(fieldSchemas[name], text).success) return true
    return name === 'phone_number' && mustBeNumber(fields) && digitsOf(text).length < fewestDigits
  })
}

/** The length of a number without an area code. */
const fewestDigits = 7

/** The phone field must have a number if the visitor typed something in it or agreed to calls. */
function mustBeNumber(fields: FormData): boolean {
  const text = fields.get('phone_number')
  return fields.has(consentField('phone')) || (typeof text === 'string' && text.trim() !== '')
}

function kioskValuesOf(fields: FormData, consentContext: Parameters<typeof givenConsent>[1]): KioskFormValues {
  const kinds: ConsentKind[] = ['email', 'phone']
  return {
    name: v.parse(fieldSchemas.name, fields.get('name')),
    client_email: v.parse(fieldSchemas.client_email, fields.get('client_email')),
    phone_number: v.parse(fieldSchemas.phone_number, fields.get('phone_number')),
    consents: kinds.filter((kind) => fields.has(consentField(kind))).map((kind) => givenConsent(kind, consentContext)),
  }
}

function consentField(kind: ConsentKind): string {
  return `consent_${kind}`
}

function digitsOf(text: FormDataEntryValue | null): string {
  return typeof text === 'string' ? text.replaceAll(/\D/g, '') : ''
}
