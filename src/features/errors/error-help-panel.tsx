import { UnexpectedErrorPanel } from '#ui/feedback/unexpected-error-panel.tsx'
import { ErrorHelpButtons } from './error-help-buttons.tsx'

/** 'Something went wrong', with all that can be done about it. */
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
