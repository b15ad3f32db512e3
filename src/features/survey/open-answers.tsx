import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'
import styles from './survey-analytics.module.css'

/** The specification's number of answers that fit without scrolling. */
const withoutScrolling = 5

/** Answers in people's own words; a list of its own that scrolls when there are more than five. */
export function OpenAnswers({ question: { question_text, text_responses } }: { question: QuestionAnalytics }) {
  const scrolls = text_responses.length > withoutScrolling
  const list = (
    <ul className={styles.answers}>
      {text_responses.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two people may say the same
        <li key={index}>{text}</li>
      ))}
    </ul>
  )
  if (!scrolls) return list
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={styles.scrolling} tabIndex={0} aria-label={`Answers to: ${question_text}`}>
      {list}
    </section>
  )
}
