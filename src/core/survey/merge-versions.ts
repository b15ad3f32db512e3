import type { Choice, Question } from '#core/contract/survey.ts'
import { choiceValue } from './choice-value.ts'
import { sectionNames } from './visible-questions.ts'

/**
 * The questions of several versions as one list, the newest version first in the argument: each question in its newest
 * words, with the choices of earlier versions behind its own; what is asked no longer stands at the end.
 */
export function mergeVersions(versions: readonly (readonly Question[])[]): Question[] {
  const merged = new Map<string, Question>()
  for (const question of versions.flat()) {
    const newer = merged.get(question.question_id)
    const choices = newer === undefined ? question.choices : withEarlier(newer.choices, question.choices)
    merged.set(question.question_id, { ...(newer ?? question), choices })
  }
  return [...merged.values()]
}

/** All sections, those of the newest version first. */
export function mergeSections(versions: readonly (readonly Question[])[]): string[] {
  return [...new Set(versions.flatMap(sectionNames))]
}

function withEarlier(choices: readonly Choice[], earlier: readonly Choice[]): Choice[] {
  const values = new Set(choices.map(choiceValue))
  return [...choices, ...earlier.filter((choice) => !values.has(choiceValue(choice)))]
}
