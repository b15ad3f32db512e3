import * as v from 'valibot'
import { type Question, questionnaireSchema, type Condition, conditionOperators } from '#core/contract/survey.ts'
import { isQuestionType, questionKind, questionTypes, choicesOf, choiceValue } from './question-kinds.ts'

const comparisons = ['gte', 'lte', 'gt', 'lt'] as const
const memberships = ['in', 'not_in'] as const

/** Returns the mistakes in a condition on the question `target`, worded to follow 'its condition on …'. */
function mistakesOfCondition({ operator, value }: Condition, target: Question): string[] {
  if (!isOneOf(conditionOperators, operator))
    return [
      `has no known operator${operator === '' ? '' : ` ("${operator}")`}; there are ${conditionOperators.join(', ')}.`,
    ]
  if (operator === 'empty' || operator === 'not_empty') return []
  if (isOneOf(memberships, operator)) {
    return Array.isArray(value) && value.length > 0
      ? value.flatMap((one) => mistakesOfValue(one, target))
      : [`needs a list of values for ${operator}.`]
  }
  if (isOneOf(comparisons, operator)) {
    if (value === null || value === '' || !Number.isFinite(Number(value))) return [`needs a number for ${operator}.`]
    return questionKind(target).answer === 'choices' ? [`compares a list with ${operator}, which is never true.`] : []
  }
  if (operator === 'contains') return typeof value === 'string' && value !== '' ? [] : ['needs a text for contains.']
  if (value === null || value === undefined) return [`needs a value for ${operator}.`]
  return [value].flat().flatMap((one) => mistakesOfValue(one, target))
}

function mistakesOfValue(value: unknown, target: Question): string[] {
  if (questionKind(target).answer === 'own words') return []
  const isOffered = choicesOf(target).some((choice) => choiceValue(choice) === String(value))
  return isOffered ? [] : [`asks for "${String(value)}", which is none of its choices' values.`]
}

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some((name) => name === text)
}

type CheckedQuestionnaire = { questions: Question[] } | { mistakes: string[] }

/** Returns the questions of a valid file; for another file, all mistakes in it, worded for the file's author. */
export function checkQuestionnaire(file: unknown): CheckedQuestionnaire {
  const parsed = v.safeParse(questionnaireSchema, file)
  if (!parsed.success) return { mistakes: mistakesOfShape(file) }
  const { questions } = parsed.output
  const mistakes = [
    ...(questions.length === 0 ? ['There are no questions.'] : []),
    ...repeated(questions.map(({ question_id }) => question_id)).map((id) => `Two questions have the id ${id}.`),
    ...rawQuestions(file).flatMap((raw, index) => mistakesIgnoredBySchema(raw, nameOf(questions[index]!, index))),
    ...questions.flatMap((question, index) =>
      [
        ...mistakesOfQuestion(question),
        ...mistakesOfChoices(question),
        ...mistakesOfConditions(question, questions),
      ].map((mistake) => `${nameOf(question, index)}: ${mistake}`),
    ),
    ...cycles(questions).map((ids) => `These questions depend on each other: ${ids.join(', ')}.`),
  ]
  return mistakes.length > 0 ? { mistakes } : { questions }
}

function nameOf({ question_id }: { question_id?: unknown }, index: number): string {
  return typeof question_id === 'string' && question_id !== '' ? question_id : `Question ${index + 1}`
}

/** Returns mistakes that the schema accepts, because questionnaires of other servers contain them; in a file, they are reported. */
function mistakesIgnoredBySchema(raw: unknown, name: string): string[] {
  if (typeof raw !== 'object' || raw === null) return []
  const { is_required, choices, conditions, section } = raw as Record<string, unknown>
  return [
    ...(typeof is_required === 'boolean' ? [] : [`${name}: is_required must be true or false.`]),
    ...(typeof section === 'string' ? [] : [`${name}: section must be a text.`]),
    ...(choices === undefined || v.is(v.array(rawChoice), choices)
      ? []
      : [`${name}: each of its choices needs a choice_id and a choice_text.`]),
    ...(v.is(rawConditions, conditions)
      ? []
      : [`${name}: conditions must hold show_if with a condition for each question.`]),
  ]
}

const rawChoice = v.object({ choice_id: v.string(), choice_text: v.string(), short_label: v.optional(v.string()) })
const rawConditions = v.nullish(
  v.object({ show_if: v.nullish(v.record(v.string(), v.record(v.string(), v.unknown()))) }),
)

function mistakesOfShape(file: unknown): string[] {
  const questions = rawQuestions(file)
  if (questions.length === 0) return ['The file must hold a list of questions, or {"questions": […]}.']
  const fields = ['question_id', 'question_text', 'question_type']
  return questions.flatMap((raw, index) => {
    if (typeof raw !== 'object' || raw === null) return [`Question ${index + 1} is not an object.`]
    const missing = fields.filter((field) => typeof (raw as Record<string, unknown>)[field] !== 'string')
    return missing.map((field) => `${nameOf(raw, index)}: ${field} is missing.`)
  })
}

function rawQuestions(file: unknown): unknown[] {
  if (Array.isArray(file)) return file
  if (typeof file !== 'object' || file === null) return []
  const list = 'questions' in file ? file.questions : 'results' in file ? file.results : null
  return Array.isArray(list) ? list : []
}

function mistakesOfQuestion({ question_id, question_text, question_type, section }: Question): string[] {
  return [
    ...(/^[A-Za-z][\w-]{0,99}$/.test(question_id)
      ? []
      : ['its id must begin with a letter and have only letters, digits, "_" and "-".']),
    ...(question_text.trim() === '' ? ['question_text is empty.'] : []),
    ...(section.trim() === '' ? ['section is empty.'] : []),
    ...(section.length > 200 ? ['section must be at most 200 characters.'] : []),
    ...(isQuestionType(question_type)
      ? []
      : [`there is no question type "${question_type}"; there are ${questionTypes.join(', ')}.`]),
  ]
}

function mistakesOfChoices(question: Question): string[] {
  const { question_type, choices } = question
  if (questionKind(question).answer === 'own words')
    return choices.length > 0 ? ['an open question has no choices.'] : []
  return [
    ...(isQuestionType(question_type) && choicesOf(question).length < 2 ? ['it needs at least two choices.'] : []),
    ...choices.flatMap(({ choice_id, choice_text }) => [
      ...(/^[^_]+_.+$/.test(choice_id) ? [] : [`the choice "${choice_id}" must be written prefix_value.`]),
      ...(choice_text.trim() === '' ? [`the choice "${choice_id}" has no text.`] : []),
    ]),
    ...repeated(choices.map(choiceValue)).map((value) => `two choices have the value "${value}".`),
  ]
}

function mistakesOfConditions(question: Question, questions: readonly Question[]): string[] {
  const position = questions.indexOf(question)
  return Object.entries(question.conditions.show_if).flatMap(([targetId, condition]) => {
    const target = questions.find(({ question_id }) => question_id === targetId)
    if (target === undefined) return [`its condition asks about "${targetId}", which is no question.`]
    if (target === question) return ['its condition asks about itself.']
    if (questions.indexOf(target) > position) return [`its condition asks about ${targetId}, which comes later.`]
    return mistakesOfCondition(condition, target).map((mistake) => `its condition on ${targetId} ${mistake}`)
  })
}

/** Returns cycles of questions that depend on each other, each from its first question in the file. */
function cycles(questions: readonly Question[]): string[][] {
  const dependencies = new Map(
    questions.map(({ question_id, conditions }) => [question_id, Object.keys(conditions.show_if)] as const),
  )
  const done = new Set<string>()
  const found: string[][] = []
  const follow = (id: string, path: readonly string[]): void => {
    const start = path.indexOf(id)
    // `mistakesOfConditions` reports a question that depends on itself.
    if (start !== -1 && path.length - start > 1) found.push(path.slice(start))
    if (start !== -1 || done.has(id)) return
    for (const next of dependencies.get(id) ?? []) follow(next, [...path, id])
    done.add(id)
  }
  for (const id of dependencies.keys()) follow(id, [])
  return found
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}
