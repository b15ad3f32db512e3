import { type SentAgain, sentAgainFact } from '#core/sync/pulling/send-again.ts'
import { sentAgainWords } from '#features/outbox/sent/sent-again-words.ts'
import { useKiosk } from '#state/kiosk.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { liveQuery } from '#storage/reading/live-query.ts'

/**
 * Says once, wherever the agent is, that the server had lost changes and was sent them again (faults C19, J12); the list stands in
 * the Outbox. What was sent before `since` (epoch milliseconds) is no news. Gives back how to stop.
 */
export function tellSentAgain({ database }: Device, since: number, openOutbox: () => void): () => void {
  let newest = since
  const subscription = liveQuery(() => database.facts.get(sentAgainFact)).subscribe({
    next: (fact) => {
      const told = (fact?.value ?? null) as SentAgain | null
      if (told === null || told.at <= newest) return
      newest = told.at
      // A visitor at the kiosk has no use for it.
      if (useKiosk.getState().running !== null) return
      notify({
        ...sentAgainWords(told, told.changes.length),
        duration: 10_000,
        action: { label: 'Open Outbox', run: openOutbox },
      })
    },
    // The data went away under this page; the device's own trouble signal says so (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}
