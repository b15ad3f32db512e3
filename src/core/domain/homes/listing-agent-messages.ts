import type { ListedBy } from '#core/contract/listing.ts'
import { canBeCalled, contactLink, telephoneLink } from '#core/domain/text/contact-links.ts'
import { composeMessage } from '#core/domain/tours/tour-invitation.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** A visit to a home, which may be another broker's. `time` is undefined if unknown. */
export type VisitAtHome = { listedBy: ListedBy | null; address: string; time: string | undefined }

/** A message to the listing agent `agent`; it never mentions the client. In the functions below, `from` is the name of the agent who sends it. */
export type AgentMessage = { agent: ListedBy; by: 'Text' | 'Email'; subject: string; words: string }

export function listingAgentText({ name, brokerage }: ListedBy): string {
  return [name, brokerage].filter(Boolean).join(', ')
}

export function listingAgentTitle({ name, brokerage }: ListedBy): string {
  const known = name || brokerage
  return known === '' ? 'the listing agent' : `${known}, listing agent`
}

export function contactOfAgent(agent: ListedBy): { name: string; email: string; phone_number: string } {
  return { name: listingAgentTitle(agent), email: agent.email, phone_number: agent.phone }
}

/** Returns one message per listing agent, about all their homes. `time` of a visit is the expected arrival here and in `earlyMessages`, else the planned one. */
export function lateMessages(
  visits: readonly VisitAtHome[],
  { minutes, from }: { minutes: number; from: string },
): AgentMessage[] {
  return messages(visits, 'Running late', from, (homes) => {
    return `I’m running about ${minutes} minutes late. I’ll be at ${homesText(homes, 'at about')}.`
  })
}

export function earlyMessages(visits: readonly VisitAtHome[], { from }: { from: string }): AgentMessage[] {
  return messages(visits, 'Coming earlier', from, (homes) => {
    return `I can be at ${homesText(homes, 'at about')}, earlier than planned. Please let me know if that doesn’t work.`
  })
}

export function skipMessages(visits: readonly VisitAtHome[], { from }: { from: string }): AgentMessage[] {
  return messages(visits, 'Change of plan', from, (homes) => {
    return `I can’t make it to ${homesText(homes, 'at')}. I’m sorry for the change.`
  })
}

export function cancelMessages(
  visits: readonly VisitAtHome[],
  { date, from }: { date: string; from: string },
): AgentMessage[] {
  return messages(visits, 'Showing cancelled', from, (homes) => {
    const showings = homes.length === 1 ? 'showing' : 'showings'
    return `I have to cancel my ${showings} on ${formatDateWithYear(date)}: ${homesText(homes, 'at')}.`
  })
}

export function linkOfMessage({ agent, by, subject, words }: AgentMessage): { label: string; href: string } {
  const href = contactLink(by, contactOfAgent(agent), words, subject) ?? ''
  return { label: `${by} ${listingAgentTitle(agent)}`, href }
}

function messages(
  visits: readonly VisitAtHome[],
  subject: string,
  from: string,
  wordsOf: (homes: readonly VisitAtHome[]) => string,
): AgentMessage[] {
  const byAddressee = new Map<string, { agent: ListedBy; homes: VisitAtHome[] }>()
  for (const home of visits) {
    const to = home.listedBy && addresseeOf(home.listedBy)
    if (home.listedBy === null || !to) continue
    const known = byAddressee.get(to)
    if (known === undefined) byAddressee.set(to, { agent: home.listedBy, homes: [home] })
    else known.homes.push(home)
  }
  return Array.from(byAddressee.values(), ({ agent, homes }) => {
    const by = canBeCalled({ phone_number: agent.phone }) ? 'Text' : 'Email'
    return { agent, by, subject, words: composeMessage(agent.name, wordsOf(homes), from) }
  })
}

/** The phone link or email address that identifies a listing agent; empty if they cannot be reached. */
function addresseeOf({ phone, email }: ListedBy): string {
  return telephoneLink(phone) ?? email.trim().toLowerCase()
}

function homesText(homes: readonly VisitAtHome[], at: string): string {
  return formatList(
    homes.map(({ address, time }) => (time === undefined ? address : `${address} ${at} ${formatTime(time)}`)),
  )
}

function formatList(names: readonly string[]): string {
  return list.format(names)
}

const list = new Intl.ListFormat('en-US')
