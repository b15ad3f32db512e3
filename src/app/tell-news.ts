import type { Device } from '#storage/device/device.ts'
import { sendWaitingFigures } from './send-waiting-figures.ts'
import { tellPlanDifferences } from './tell-plan-differences.ts'
import { tellRefusals } from './tell-refusals.ts'
import { tellSentAgain } from './tell-sent-again.ts'

type NewsOptions = {
  /** Epoch milliseconds. */
  since: number
  /** Null where forms say themselves what was refused. */
  openOutbox: (() => void) | null
}

/** Says aloud what the server made of changes, and sends what is no change of a record. Gives back how to stop. */
export function tellNews(device: Device, { since, openOutbox }: NewsOptions): () => void {
  const stops = [
    tellPlanDifferences(device),
    sendWaitingFigures(device),
    ...(openOutbox === null ? [] : [tellRefusals(device, since, openOutbox), tellSentAgain(device, since, openOutbox)]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
