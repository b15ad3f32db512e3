import { create } from 'zustand'

/**
 * How this page's last round of sending surveys ended; `null` since something was saved that no round has carried yet.
 * `unreached`: the server did not answer, or asked to wait.
 */
export type SurveyRound = 'ended' | 'unreached' | null

export const useSurveyRound = create<{ round: SurveyRound }>(() => ({ round: null }))

export function surveyRoundIs(round: SurveyRound): void {
  useSurveyRound.setState({ round })
}
