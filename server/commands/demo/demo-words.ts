import type { NewFollowUp } from '#core/contract/follow-up.ts'
import type { NewInteraction } from '#core/contract/interaction.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'

const interactions: readonly (readonly [daysAgo: number, kind: NewInteraction['kind'], text: string])[] = [
  [1, 'Call', 'Can see homes after 4 pm this week.'],
  [3, 'Text', 'Sent the floor plan.'],
  [8, 'Meeting', 'Coffee at the office. Would sell in spring if the next house is found.'],
  [16, 'Email', 'Asked for the disclosures of Kern Drive.'],
  [41, 'Call', ''],
]

const followUps: readonly (readonly [inDays: number, text: string])[] = [
  [-2, 'Ask what the bank said'],
  [0, 'Send the disclosures'],
  [3, 'Propose three homes'],
  [9, 'Ask about the garden wall'],
]

/** Returns sample interactions and follow-ups for clients; each client gets a different selection. */
export function demoInteractions(
  today: string,
  clientIds: readonly number[],
): { interactions: NewInteraction[]; followUps: NewFollowUp[] } {
  return {
    interactions: clientIds.flatMap((client, index) =>
      interactions
        .filter((_, position) => (index + position) % 3 !== 0)
        .map(([daysAgo, kind, text], position) => ({
          client,
          kind,
          date: addDays(today, -daysAgo - (index % 2)),
          time: `${9 + ((index + position) % 8)}:15:00`.padStart(8, '0'),
          text,
        })),
    ),
    followUps: clientIds.slice(0, followUps.length).map((client, index) => {
      const [inDays, text] = followUps[index]!
      return { client, due_date: addDays(today, inDays), text, done: false }
    }),
  }
}
