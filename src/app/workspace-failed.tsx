import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorHelpButtons } from '#features/errors/error-help-buttons.tsx'
import { UnexpectedErrorPanel } from '#ui/feedback/unexpected-error-panel.tsx'
import { reportBoundaryError } from '#app/page/report-errors.ts'
import { openWorkspace } from './workspace.ts'

/** Shown when the agent's database could not be opened. The data is untouched, and *Try Again* opens it again. */
export function WorkspaceFailed({ agentId, error }: { agentId: string; error: unknown }) {
  const navigate = useNavigate()
  useEffect(() => reportBoundaryError(error), [error])
  return (
    <UnexpectedErrorPanel
      message={error instanceof Error ? error.message : undefined}
      onTryAgain={() => void openWorkspace(agentId, 'at-once', { openOutbox: () => void navigate({ to: '/outbox' }) })}
      onReload={() => location.reload()}
      help={<ErrorHelpButtons />}
    />
  )
}
