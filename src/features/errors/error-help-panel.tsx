import { UnexpectedErrorPanel } from '#ui/unexpected-error-panel.tsx'
import { ErrorHelpButtons } from './error-help-buttons.tsx'

type ErrorHelpPanelProps = { isAppWide: boolean; onTryAgain: () => void }

/** 'Something went wrong', with all that can be done about it. */
export function ErrorHelpPanel({ isAppWide, onTryAgain }: ErrorHelpPanelProps) {
  return (
    <UnexpectedErrorPanel
      isAppWide={isAppWide}
      onTryAgain={onTryAgain}
      onReload={() => location.reload()}
      help={<ErrorHelpButtons />}
    />
  )
}
