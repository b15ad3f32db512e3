import { useEffect } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { ClipboardListIcon, CloudOffIcon } from '#ui/icons/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import type { WhyNoQuestions } from './respondents/open-survey.ts'

type MissingQuestionsProps = {
  why: WhyNoQuestions
  onRetry: () => void
}

/** The questions are not on this device, and the server did not give them, or has none. */
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
  const isNone = why === 'none'
  return (
    <EmptyState
      icon={isNone ? <ClipboardListIcon /> : <CloudOffIcon />}
      title={isNone ? 'The survey has no questions yet' : 'The survey is not on this device yet'}
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {isNone
        ? 'The questions come from the server, which has none yet.'
        : 'Connect once. After that, it works offline.'}
    </EmptyState>
  )
}
