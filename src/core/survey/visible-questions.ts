import type { Question } from '#core/contract/survey.ts'
import type { Answers } from '#core/contract/survey-answers.ts'
import { conditionHolds } from './condition-holds.ts'
import { answerTo } from './empty-answer.ts'

/** A section with the questions that show in it, in their order. */
export type Section = { name: string; questions: Question[] }

/**
 * The questions whose `show_if` conditions all hold, in their order. A hidden question counts as unanswered for those
 * that ask about it, whatever was answered before it was hidden; questions that wait for each other stay hidden.
 */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const questionsById = new Map(questions.map((question) => [question.question_id, question]))
  const known = new Map<string, boolean>()

  const isVisible = (question: Question): boolean => {
    const id = question.question_id
    const before = known.get(id)
    if (before !== undefined) return before
    // Until it is known, and for conditions that form a circle.
    known.set(id, false)
    const isShown = Object.entries(question.conditions.show_if).every(([askedId, condition]) => {
      const asked = questionsById.get(askedId)
      return asked !== undefined && conditionHolds(condition, answerTo(answers, askedId)) && isVisible(asked)
    })
    known.set(id, isShown)
    return isShown
  }
  return questions.filter(isVisible)
}

/** The sections that have a visible question, in the order in which the questionnaire comes to them. */
export function visibleSections(questions: readonly Question[], answers: Answers): Section[] {
  const sections = new Map<string, Section>(sectionNames(questions).map((name) => [name, { name, questions: [] }]))
  for (const question of visibleQuestions(questions, answers)) sections.get(question.section)?.questions.push(question)
  return [...sections.values()].filter((section) => section.questions.length > 0)
}

/** All sections, hidden ones too. */
export function sectionNames(questions: readonly Question[]): string[] {
  return [...new Set(questions.map(({ section }) => section))]
}
