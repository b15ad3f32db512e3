import { notify } from './notifications.ts'

/** Copies a text and shows the notification `success`, or one with `errorMessage` if the browser refuses. */
export async function copyText(
  text: string,
  success: Parameters<typeof notify>[0],
  errorMessage: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(success)
  } catch {
    notify({ type: 'error', title: 'Not copied', message: errorMessage })
  }
}
