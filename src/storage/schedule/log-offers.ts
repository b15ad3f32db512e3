import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** A call, text or email that the agent started and can add to the client's history; `at` is in epoch milliseconds. */
type LogOffer = { clientKey: string; kind: 'Call' | 'Text' | 'Email'; at: number }

const factName = 'log-offers'

/** An offer lasts an hour, because a phone may close the app during a call. */
const offeredForMs = 60 * 60_000

/** Stores an offer; a newer one for the same client replaces it. */
export function storeLogOffer(device: Device, offer: LogOffer): Promise<void> {
  return changeOffers(device, (offers) => [...offers.filter(isOfOther(offer.clientKey)), offer])
}

export function removeLogOffer(device: Device, clientKey: string): Promise<void> {
  return changeOffers(device, (offers) => offers.filter(isOfOther(clientKey)))
}

/** Returns the call, text or email that can still be logged for a client, or null. */
export function useLogOffer(clientKey: string): LogOffer | null {
  const { database, clock } = useDevice()
  const offers = useLiveQuery(() => readOffers(database), [database])
  const since = clock.now() - offeredForMs
  return offers?.find((offer) => offer.clientKey === clientKey && offer.at > since) ?? null
}

async function changeOffers(
  { database, clock }: Device,
  change: (offers: readonly LogOffer[]) => LogOffer[],
): Promise<void> {
  await database.transaction('rw', database.facts, async () => {
    const since = clock.now() - offeredForMs
    const offers = (await readOffers(database)).filter(({ at }) => at > since)
    await database.facts.put({ name: factName, value: change(offers) })
  })
}

async function readOffers(database: DeviceDatabase): Promise<LogOffer[]> {
  return ((await database.facts.get(factName))?.value ?? []) as LogOffer[]
}

function isOfOther(clientKey: string) {
  return (offer: LogOffer) => offer.clientKey !== clientKey
}
