import { saveAsFile } from '#ui/save-as-file.ts'
import { exportErrorLog } from './error-log.ts'

/** Saves the session's error log as a file on this device. */
export function downloadErrorLog(): void {
  saveAsFile(exportErrorLog(), `fanlight-errors-${new Date().toISOString().slice(0, 10)}.json`)
}

/** A mail to whoever runs this server, or undefined when nobody is named. The log itself goes by *Export Logs*. */
export function reportIssueHref(): string | undefined {
  const address: string | undefined = import.meta.env['VITE_SUPPORT_EMAIL']
  if (!address) return undefined
  const subject = encodeURIComponent('Fanlight: something went wrong')
  const body = encodeURIComponent('What I did, and what happened:\n\n\nPlease attach the file that Export Logs saves.')
  return `mailto:${address}?subject=${subject}&body=${body}`
}
