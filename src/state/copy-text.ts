import { notify } from './notifications.ts'

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
