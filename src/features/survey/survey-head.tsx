import { clockTime } from '#core/domain/time/moment-words.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Progress } from '#ui/feedback/progress.tsx'
import styles from './survey-form.module.css'

type SurveyHeadProps = {
  respondentKey: string
  store: SurveyStore
  /** What is on the screen is not on the disk yet. */
  isUnsaved: boolean
  /** Counted from 1. */
  section: number
  sections: number
  /** '% Complete'. */
  progress: number
}

/** Title, what is saved where, and how far it is. */
export function SurveyHead({ respondentKey, store, isUnsaved, section, sections, progress }: SurveyHeadProps) {
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Real Estate Technology Survey</h1>
        <p className={styles.about}>
          About 5-7 minutes <SavedWhere respondentKey={respondentKey} store={store} isUnsaved={isUnsaved} />
        </p>
      </header>
      <div className={styles.progress}>
        <p className={styles.far}>
          <span>
            Section {section} of {sections}
          </span>
          <span>{progress}% Complete</span>
        </p>
        <Progress label="Survey progress" value={progress} />
      </div>
    </>
  )
}

/** "Saved on this device" and "Saved" are different facts: the second one says that the server has it. */
function SavedWhere({
  respondentKey,
  store,
  isUnsaved,
}: Pick<SurveyHeadProps, 'respondentKey' | 'store' | 'isUnsaved'>) {
  const respondent = useLiveQuery(() => store.respondent(respondentKey), [store, respondentKey])
  return (
    <>
      {/* For ears it stays as it is while it is written anew, or every letter would be followed by it. */}
      <span role="status" className={styles.saved} data-unsaved={isUnsaved || undefined}>
        {savedInWords(respondent, store.isMemory)}
      </span>
      {isUnsaved && <span aria-hidden>· Saving...</span>}
    </>
  )
}

function savedInWords(respondent: Awaited<ReturnType<SurveyStore['respondent']>>, isMemory: boolean): string {
  if (respondent === undefined || respondent.savedAt === null) return ''
  const { sentRevision, revision, sentAt, savedAt } = respondent
  if (sentRevision >= revision && sentAt !== null) return `· Saved ${clockTime(sentAt)}`
  return isMemory ? '· Not saved yet' : `· Saved on this device ${clockTime(savedAt)}`
}
