import { useEffect } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CloudOffIcon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type MissingQuestionsProps = {
  why: 'failed' | 'not-here'
  onRetry: () => void
}

/** The questions are not on this device, and the server did not give them. */
export function MissingQuestions({ why, onRetry }: MissingQuestionsProps) {
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  })
  if (why === 'failed') {
    return (
      <Banner tone="danger" role="alert">
        <p>Failed to load questionnaire. Please refresh and try again.</p>
        <Button onClick={onRetry}>Try Again</Button>
      </Banner>
    )
  }
  return (
    <EmptyState
      icon={<CloudOffIcon />}
      title="The survey is not on this device yet"
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      Connect once; from then on it works without a network.
    </EmptyState>
  )
}
