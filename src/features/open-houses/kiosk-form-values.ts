import * as v from 'valibot'
import { emailAddress, optionalText, requiredText } from '#core/contract/fields.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'
import { type ConsentKind, givenConsent } from '#core/domain/visits/consent-wordings.ts'

export type KioskFormValues = { name: string; client_email: string; phone_number: string; consents: Consent[] }

export type KioskField = 'name' | 'client_email' | 'phone_number'
export type KioskStep = 'who' | 'reach'

const fieldSchemas = {
  name: requiredText('Name', 200),
  client_email: emailAddress(),
  phone_number: optionalText('Phone', 40),
}

/** What a step asks for and has not got, first one first. */
export function wrongFields(fields: FormData, step: KioskStep): KioskField[] {
  const asked: KioskField[] = step === 'who' ? ['name', 'client_email'] : ['phone_number']
  return asked.filter((name) => {
    const text = fields.get(name)
    if (!v.safeParse(fieldSchemas[name], text).success) return true
    return name === 'phone_number' && mustBeNumber(fields) && digitsOf(text).length < fewestDigits
  })
}

/** A number without its area code. */
const fewestDigits = 7

/** Whether there must be a number to call: where something was typed, or a call was agreed to. */
function mustBeNumber(fields: FormData): boolean {
  const text = fields.get('phone_number')
  return fields.has(consentField('phone')) || (typeof text === 'string' && text.trim() !== '')
}

/** What the visitor typed, trimmed, and what they agreed to. */
export function kioskValuesOf(fields: FormData, given: Parameters<typeof givenConsent>[1]): KioskFormValues {
  const kinds: ConsentKind[] = ['email', 'phone']
  return {
    name: v.parse(fieldSchemas.name, fields.get('name')),
    client_email: v.parse(fieldSchemas.client_email, fields.get('client_email')),
    phone_number: v.parse(fieldSchemas.phone_number, fields.get('phone_number')),
    consents: kinds.filter((kind) => fields.has(consentField(kind))).map((kind) => givenConsent(kind, given)),
  }
}

/** The name of its box in the form. */
export function consentField(kind: ConsentKind): string {
  return `consent_${kind}`
}

function digitsOf(text: FormDataEntryValue | null): string {
  return typeof text === 'string' ? text.replaceAll(/\D/g, '') : ''
}
