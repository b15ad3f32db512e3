import { useState } from 'react'
import { type AgentMessage, lateMessages } from '#core/domain/homes/listing-agent-messages.ts'
import { type Correspondents, lateText } from '#core/domain/tours/tour-invitation.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import { Reach } from '#records/people/reach.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { clientMessage } from '../client-message.ts'
import { useTourClient } from '../tour-client.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './running-late.module.css'

export type LateTexts = { toClient: string; toAgents: readonly AgentMessage[] }

type ToldProps = LateTexts & { message: Omit<ReturnType<typeof useLateMessage>, 'people'> }

/** What was noted, to be sent after all; what is sent goes. */
export function Told({ message, toClient, toAgents }: ToldProps) {
  const [isTold, setIsTold] = useState(false)
  const [sent, setSent] = useState<readonly AgentMessage[]>([])
  return (
    <div className={styles.texts}>
      {!isTold && (
        <div className={styles.apply}>
          <p className={styles.told}>“{toClient}”</p>
          <Reach
            {...message}
            words={toClient}
            className={buttonClass({ size: 'large' })}
            onReach={() => setIsTold(true)}
          >
            {message.by} {message.contact.name}
          </Reach>
        </div>
      )}
      <AgentMessages
        messages={toAgents.filter((one) => !sent.includes(one))}
        onSend={(one) => setSent([...sent, one])}
      />
    </div>
  )
}

/** How the client is told, and of what name. */
export function useLateMessage(tour: TourRow) {
  const { client, people } = useTourClient(tour)
  return { people, client, ...clientMessage(tour, client), subject: 'Running late' }
}

/** Where the client meets the agent next. */
function nextOf(run: readonly RunStop<ShownStop>[]): { address: string; time: string } | null {
  const next = run.find(({ state }) => state === 'coming')
  return next === undefined ? null : { address: next.stop.listing_address, time: next.begins }
}

/** The messages to the client and to each listing agent whose homes are visited at another time. */
export function textsAfter(
  before: readonly RunStop<ShownStop>[],
  after: readonly RunStop<ShownStop>[],
  minutes: number,
  people: Correspondents,
): LateTexts {
  const was = new Map(before.map(({ name, begins }) => [name, begins]))
  const moved = after.filter(({ name, state, begins }) => state === 'coming' && begins !== was.get(name))
  const visits = moved.map(({ stop: { listedBy, listing_address: address }, begins: time }) => {
    return { listedBy, address, time }
  })
  return {
    toClient: lateText({ minutes, next: nextOf(after) }, people),
    toAgents: lateMessages(visits, { minutes, from: people.agent }),
  }
}
