import { clientInitials } from '#core/domain/clients/client-rules.ts'

/** Returns the realtor's name. Our server sends a realtor as an object; other servers may send only the name. */
export function realtorName(realtor: { name?: string } | string | null | undefined): string {
  if (typeof realtor === 'string') return realtor
  return realtor?.name ?? ''
}

/** Returns the initials of the first and the last word: "MT" for Maya de la Torres. */
export function realtorInitials(name: string): string {
  const [, ...others] = name.trim().split(/\s+/u)
  return clientInitials({ first_name: name, last_name: others.at(-1) ?? '' })
}

type Agent = { username: string; first_name: string; last_name: string; email: string; phone_number: string }

export function nameOfAgent(agent: Pick<Agent, 'first_name' | 'last_name'> | null): string {
  return `${agent?.first_name ?? ''} ${agent?.last_name ?? ''}`.trim()
}

/** Returns an agent in the form in which the server sends the realtor of a record. The username replaces a missing name. */
export function agentAsRealtor(agent: Agent): { name: string; email: string; phone: string } {
  const name = nameOfAgent(agent)
  return { name: name === '' ? agent.username : name, email: agent.email, phone: agent.phone_number }
}
