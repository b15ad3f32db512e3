import * as v from 'valibot'

export const conditionOperators = [
  'equals',
  'not_equals',
  'gte',
  'lte',
  'gt',
  'lt',
  'in',
  'not_in',
  'contains',
  'not_empty',
  'empty',
] as const

/** A number or a text is read as text: other servers number their questions and sections. */
const word = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const choiceSchema = v.object({
  /** `prefix_value`: what follows the first underscore is submitted and compared; see `choiceValue`. */
  choice_id: word,
  choice_text: v.fallback(v.string(), ''),
  /** Labels charts; empty when the text is short enough. */
  short_label: v.fallback(v.string(), ''),
})

/** `{operator: 'equals', value: 'yes'}`, or in short `{equals: 'yes'}`. Anything else has no known operator, so it is false. */
const conditionSchema = v.pipe(
  v.unknown(),
  v.transform((sent): Condition => {
    if (typeof sent !== 'object' || sent === null) return { operator: '', value: null }
    if ('operator' in sent) {
      return { operator: String(sent.operator), value: 'value' in sent ? sent.value : null }
    }
    const [test, another] = Object.entries(sent)
    return test === undefined || another !== undefined
      ? { operator: '', value: null }
      : { operator: test[0], value: test[1] as unknown }
  }),
)

export const questionSchema = v.object({
  question_id: word,
  question_text: v.string(),
  /** Usually one of `questionTypes`. */
  question_type: v.string(),
  section: v.fallback(word, ''),
  is_required: v.fallback(v.boolean(), false),
  choices: v.fallback(v.array(choiceSchema), []),
  conditions: v.pipe(
    v.optional(
      v.fallback(v.nullable(v.object({ show_if: v.nullish(v.record(v.string(), conditionSchema)) })), null),
      null,
    ),
    v.transform((conditions) => ({ show_if: conditions?.show_if ?? {} })),
  ),
})

/** When another question's answer lets this one show. */
export type Condition = { operator: string; value: unknown }
export type Choice = v.InferOutput<typeof choiceSchema>
export type Question = v.InferOutput<typeof questionSchema>

/** The questions in their order, and which version of the questionnaire they are; null on a server without versions. */
export type Questionnaire = { version: number | null; questions: Question[] }

const versioned = { version: v.fallback(v.nullish(v.number(), null), null) }

/** What `GET questionnaire/questions/` answers: ours `{version, results}`, another server's list, `{results}` or `{questions}`. */
export const questionnaireSchema = v.union(
  [
    v.pipe(
      v.array(questionSchema),
      v.transform((questions): Questionnaire => ({ version: null, questions })),
    ),
    v.pipe(
      v.object({ ...versioned, results: v.array(questionSchema) }),
      v.transform(({ version, results }): Questionnaire => ({ version, questions: results })),
    ),
    v.pipe(
      v.object({ ...versioned, questions: v.array(questionSchema) }),
      v.transform(({ version, questions }): Questionnaire => ({ version, questions })),
    ),
  ],
  'A list of questions is expected.',
)
