import { UnexpectedErrorPanel } from '#ui/feedback/unexpected-error-panel.tsx'
import { ErrorHelpButtons } from './error-help-buttons.tsx'

/** Shown in place of the whole app after an error while rendering. */
export function ErrorHelpPanel({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <UnexpectedErrorPanel
      isAppWide
      onTryAgain={onTryAgain}
      onReload={() => location.reload()}
      help={<ErrorHelpButtons />}
    />
  )
}
