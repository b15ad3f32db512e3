import { create } from 'zustand'

/** Null if something was saved since. `unreached`: the server did not answer, or asked to wait. */
export type SurveyRound = 'ended' | 'unreached' | null

export const useSurveyRound = create<{ round: SurveyRound }>(() => ({ round: null }))

export function surveyRoundIs(round: SurveyRound): void {
  useSurveyRound.setState({ round })
}
