import type { NewClient } from '#core/contract/client.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'

type Visitor = { client_email: string; name?: string; phone_number?: string; consents?: readonly Consent[] }

/** Returns the client to create from a visitor. `metAt` is where and when the agent met them: "5709 River Oak Way on Sat, Nov 28". */
export function visitorAsClient(visitor: Visitor, metAt: string) {
  const { first_name, last_name } = namesOf(visitor, '(open house)')
  const consents = (visitor.consents ?? []).map(({ wording }) => `Agreed: “${wording}”.`)
  return {
    first_name,
    last_name,
    email: visitor.client_email,
    phone_number: visitor.phone_number ?? '',
    notes: [`Met at the open house at ${metAt}.`, ...consents].join('\n'),
    category: 'Buyer',
  } satisfies Partial<NewClient>
}

export function emailAsClient(email: string) {
  const { first_name, last_name } = namesOf({ client_email: email }, '(unknown)')
  return { first_name, last_name, email, phone_number: '', notes: '', category: 'Buyer' } satisfies NewClient
}

export function visitorName({ name = '', client_email }: Visitor): string {
  return name.trim() === '' ? client_email : name.trim()
}

/** A client needs two names; `unknown` replaces a missing last name, so that the agent sees that it is missing. */
function namesOf({ name = '', client_email }: Visitor, unknown: string): Pick<NewClient, 'first_name' | 'last_name'> {
  const fullName = name.trim() === '' ? nameInEmail(client_email) : name
  const words = fullName.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  const first = words.slice(0, last === undefined ? 1 : -1).join(' ')
  return { first_name: first.slice(0, 100), last_name: (last ?? unknown).slice(0, 100) }
}

function nameInEmail(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._+-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
