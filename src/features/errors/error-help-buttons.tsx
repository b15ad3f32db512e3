import { Button, buttonClass } from '#ui/basics/button.tsx'
import { downloadErrorLog, reportIssueHref } from './error-help.ts'

/** *Export Logs*, and *Report Issue* where this build names somebody to tell. */
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
