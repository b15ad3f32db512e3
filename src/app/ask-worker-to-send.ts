import { wakeWorker } from '#api/wake-worker.ts'
import { sendingTag } from '#storage/device-name.ts'

/** Has the worker send the outbox when there is a network, also after this page was closed. */
export async function askWorkerToSend(): Promise<void> {
  await wakeWorker(sendingTag)
}
