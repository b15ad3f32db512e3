import { useEffect, useRef, useState } from 'react'
import { newestQuestionnaire } from '#storage/survey/survey-store.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import {
  type OpenSurvey,
  type OpenedRespondent,
  type SurveyAtHand,
  fetchQuestionnaire,
  openSurvey,
  startOver,
  surveyAtHand,
} from './open-survey.ts'
import { leaveRespondent } from './respondent-commands.ts'

export type SurveyStage =
  | { state: 'opening' }
  | { state: 'storage-refused'; message: string }
  | (OpenSurvey & { atHand: SurveyAtHand })
  /** Another tab has ended this survey. */
  | { state: 'gone' }
  | { state: 'thanks'; key: string; email: string; atHand: SurveyAtHand }

/**
 * Who answers the survey on this screen, from opening it to the thanks. `onNext` draws the screen anew, for the next
 * one or for newer questions: nothing of this one may stay in memory.
 */
export function useSurvey(isKiosk: boolean, onNext: () => void) {
  const [stage, setStage] = useState<SurveyStage>({ state: 'opening' })
  const held = useRef(new Set<() => void>())

  useEffect(() => {
    let isHere = true
    const holding = held.current
    function letGo() {
      for (const release of holding) release()
      holding.clear()
    }
    async function open() {
      const atHand = await surveyAtHand()
      const found = await openSurvey(atHand.store, isKiosk)
      for (const respondent of heldIn(found)) holding.add(respondent.letGo)
      if (!isHere) return letGo()
      setStage({ ...found, atHand })
      atHand.sending.somethingWaits()
      if (found.state !== 'no-questions') void refresh(atHand, found, () => isHere && onNext())
    }
    open().catch((error: unknown) => {
      if (isHere) setStage({ state: 'storage-refused', message: messageOf(error) })
    })
    return () => {
      isHere = false
      letGo()
    }
  }, [isKiosk, onNext])

  useEffect(() => {
    // Another tab has taken a respondent over while this page was frozen (fault A24).
    const leave = () => (stage.state === 'answering' && !isKiosk ? setStage({ state: 'gone' }) : onNext())
    const signals = stage.state === 'answering' || stage.state === 'offer' ? heldIn(stage).map(({ lost }) => lost) : []
    for (const lost of signals) lost.addEventListener('abort', leave)
    return () => {
      for (const lost of signals) lost.removeEventListener('abort', leave)
    }
  }, [stage, isKiosk, onNext])

  return {
    stage,
    continueWith: (opened: OpenedRespondent, atHand: SurveyAtHand) => setStage({ state: 'answering', opened, atHand }),
    beginAnew: async ({ unfinished, others, atHand }: Extract<SurveyStage, { state: 'offer' }>) => {
      const opened = await startOver(atHand.store, [unfinished, ...others])
      atHand.sending.somethingWaits()
      if (opened === null) return
      held.current.add(opened.letGo)
      setStage({ state: 'answering', opened, atHand })
    },
    thank: (key: string, email: string, atHand: SurveyAtHand) => setStage({ state: 'thanks', key, email, atHand }),
    isGone: () => setStage({ state: 'gone' }),
  }
}

function heldIn(found: OpenSurvey) {
  if (found.state === 'answering') return [found.opened]
  return found.state === 'offer' ? [found.unfinished, ...found.others] : []
}

/** A respondent without answers gets the newer questions, when there are any; others go on with theirs. */
async function refresh({ store }: SurveyAtHand, found: OpenSurvey, beginAgain: () => void): Promise<void> {
  const before = await newestQuestionnaire(store)
  const now = await fetchQuestionnaire(store).catch(() => 'failed' as const)
  if (typeof now === 'string' || now.id === before?.id || found.state !== 'answering') return
  const { key } = found.opened.respondent
  const respondent = await store.respondent(key)
  if (respondent === undefined || respondent.answered > 0 || respondent.state !== 'open') return
  await leaveRespondent(store, key)
  beginAgain()
}

export function messageOf(error: unknown): string {
  return error instanceof StorageError ? error.message : 'This device could not open its storage. Reload to try again.'
}
