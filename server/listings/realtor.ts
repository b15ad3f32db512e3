import type { Realtor } from '#core/contract/realtor.ts'

/** Of the table `agents as agent`. */
export const realtorColumns = [
  'agent.username',
  'agent.first_name',
  'agent.last_name',
  'agent.email',
  'agent.phone_number',
] as const

type RealtorColumns = {
  username: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
}

/** Who shows a property; an agent who gave no name goes by the username. */
export function realtorOf(agent: RealtorColumns): Realtor {
  return {
    name: `${agent.first_name} ${agent.last_name}`.trim() || agent.username,
    email: agent.email,
    phone: agent.phone_number,
  }
}
