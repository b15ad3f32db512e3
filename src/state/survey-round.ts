import { create } from 'zustand'

/**
 * How the last attempt to send all waiting survey answers ended. `ended`: the server answered for each of them, whether it accepted or
 * refused it. `unreached`: the server did not answer, or requested a pause. Null until the first attempt has ended, and again once new
 * answers are saved.
 */
export type SurveyRound = 'ended' | 'unreached' | null

export const useSurveyRound = create<{ round: SurveyRound }>(() => ({ round: null }))

export function setSurveyRound(round: SurveyRound): void {
  useSurveyRound.setState({ round })
}
