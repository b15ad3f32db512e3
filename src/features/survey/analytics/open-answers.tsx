import { useState } from 'react'
import type { QuestionAnalytics } from '#core/contract/survey.ts'
import { groupAnswers } from '#core/survey/analytics-labels.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/basics/button.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './survey-analytics.module.css'
import { formatNumber } from '#core/format/numbers.ts'

/** The specification's number of answers that fit without scrolling. */
const withoutScrolling = 5

/** Free-text answers, equal ones grouped. More than five are in a scrolling box, until the agent chooses to show all. */
export function OpenAnswers({ question: { question_text, text_responses } }: { question: QuestionAnalytics }) {
  const [showsAll, setShowsAll] = useState(false)
  const answers = groupAnswers(text_responses)
  const list = (
    <ul className={styles.answers}>
      {answers.map(({ text, count }) => (
        <li key={text}>
          <span>{text}</span>
          {count > 1 && <Badge>{`${count} times`}</Badge>}
        </li>
      ))}
    </ul>
  )
  if (answers.length <= withoutScrolling) return list
  return (
    <>
      {showsAll ? (
        list
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <section className={styles.scrolling} tabIndex={0} aria-label={`Answers to: ${question_text}`}>
          {list}
        </section>
      )}
      <Button variant="quiet" className={styles.more} onClick={() => setShowsAll((before) => !before)}>
        {showsAll ? 'Show fewer' : `Show all ${formatNumber(answers.length)}`}
        <VisuallyHidden> answers to: {question_text}</VisuallyHidden>
      </Button>
    </>
  )
}
