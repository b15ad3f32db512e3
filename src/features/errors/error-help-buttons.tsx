import { Button, buttonClass } from '#ui/basics/button.tsx'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { syncLog } from '#storage/outbox/sync-log.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { readErrorLog, type ErrorRecord } from './error-reporter.ts'
import { Card } from '#ui/layout/card.tsx'
import styles from './error-help-buttons.module.css'

export function ErrorHelpButtons() {
  const href = reportIssueHref()
  return (
    <>
      <Button variant="quiet" onClick={downloadErrorLog}>
        Export Logs
      </Button>
      {href !== undefined && (
        <a className={buttonClass({ variant: 'quiet' })} href={href} onClick={downloadErrorLog}>
          Report Issue
        </a>
      )}
    </>
  )
}

/** Downloads the session's errors and sync log as a file (fault J11). */
function downloadErrorLog(): void {
  const log = { errors: readErrorLog(), sync: syncLog() }
  const file = new Blob([JSON.stringify(log, null, 2)], { type: 'application/json' })
  saveAsFile(file, `fanlight-errors-${dateOfInstant(Date.now())}.json`)
}

/** Mail programs cut longer `mailto:` URLs. */
const maxMailUrlLength = 1900

function reportIssueHref(): string | undefined {
  const address: string | undefined = import.meta.env['VITE_SUPPORT_EMAIL']
  return address ? issueMail(address, readErrorLog()) : undefined
}

/** Adds errors, the newest first, until the URL would be too long. `log` is oldest first. */
function issueMail(address: string, log: readonly ErrorRecord[]): string {
  const subject = encodeURIComponent('Fanlight: something went wrong')
  const question =
    'What I did, and what happened:\n\n\nThe whole log is in the file that was just saved; please attach it.\n'
  let mail = `mailto:${address}?subject=${subject}&body=${encodeURIComponent(question)}`
  for (const { timestamp, type, message, page_url, build_version } of log.toReversed()) {
    const line = `\n${timestamp} ${type} ${message.slice(0, 300)} (${page_url}, ${build_version})`
    const longer = mail + encodeURIComponent(withoutHalfPairs(line))
    if (longer.length > maxMailUrlLength) break
    mail = longer
  }
  return mail
}

/** Removes half surrogate pairs that remain after a cut: `encodeURIComponent` throws on them. */
function withoutHalfPairs(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g, '')
}

export function ErrorHelpCard() {
  return (
    <Card title="If something goes wrong">
      <div className={styles.body}>
        <p className={styles.note}>
          The log holds the latest 50 errors since this browser was opened, without names, emails or phone numbers.
        </p>
        <div className={styles.buttons}>
          <ErrorHelpButtons />
        </div>
      </div>
    </Card>
  )
}
