import { UnexpectedErrorPanel } from '#ui/unexpected-error-panel.tsx'
import { downloadErrorLog, reportIssueHref } from './error-help.ts'

type ErrorHelpPanelProps = { isAppWide: boolean; onTryAgain: () => void }

/** 'Something went wrong', with all that can be done about it. */
export function ErrorHelpPanel({ isAppWide, onTryAgain }: ErrorHelpPanelProps) {
  return (
    <UnexpectedErrorPanel
      isAppWide={isAppWide}
      onTryAgain={onTryAgain}
      onReload={() => location.reload()}
      onExportLogs={downloadErrorLog}
      reportHref={reportIssueHref()}
    />
  )
}
