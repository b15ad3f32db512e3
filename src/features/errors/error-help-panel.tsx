import { UnexpectedErrorPanel } from '#ui/feedback/unexpected-error-panel.tsx'
import { ErrorHelpButtons } from './error-help-buttons.tsx'

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
