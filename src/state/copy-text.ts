import { notify } from './notifications.ts'

/** Copies a text and says so; where the browser refuses, `otherwise` says what can be done instead. */
export async function copyText(text: string, said: Parameters<typeof notify>[0], otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(said)
  } catch {
    notify({ type: 'error', title: 'Not copied', message: otherwise })
  }
}
