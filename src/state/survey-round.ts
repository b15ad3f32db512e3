import { create } from 'zustand'

/**
 * How the last round of sending surveys ended; null if something was saved since. `unreached`: the server did not answer, or
 * asked to wait.
 */
export type SurveyRound = 'ended' | 'unreached' | null

export const useSurveyRound = create<{ round: SurveyRound }>(() => ({ round: null }))

export function surveyRoundIs(round: SurveyRound): void {
  useSurveyRound.setState({ round })
}
