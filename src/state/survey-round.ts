import { create } from 'zustand'

/**
 * How the last attempt to send all waiting survey answers ended. `unreached`: the server did not answer, or requested a pause.
 * Null if answers were saved after that attempt, or before the first attempt has ended.
 */
export type SurveyRound = 'ended' | 'unreached' | null

export const useSurveyRound = create<{ round: SurveyRound }>(() => ({ round: null }))

export function setSurveyRound(round: SurveyRound): void {
  useSurveyRound.setState({ round })
}
