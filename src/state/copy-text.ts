import { notify } from './notifications.ts'

/** Copies a text and notifies `said`; if the browser refuses, the error says `otherwise`. */
export async function copyText(text: string, said: Parameters<typeof notify>[0], otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(said)
  } catch {
    notify({ type: 'error', title: 'Not copied', message: otherwise })
  }
}
