import * as v from 'valibot'
import { toStorableText, isEmailAddress, plainDate, longestText, optionalDate } from './fields.ts'
import { formatNumber } from '#core/format/numbers.ts'

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

/** An id as text; a number is accepted, because other servers number their questions and sections. */
const idAsText = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const choiceSchema = v.object({
  /** Has the form `prefix_value`. Only the value, after the first underscore, is submitted and compared; see `choiceValue`. */
  choice_id: idAsText,
  choice_text: v.fallback(v.string(), ''),
  /** A label for charts; empty if `choice_text` is short enough. */
  short_label: v.fallback(v.string(), ''),
})

/** Reads `{operator: 'equals', value: 'yes'}` and `{equals: 'yes'}`. Anything else gets the operator '', which is always false. */
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
  question_id: idAsText,
  question_text: v.string(),
  /** One of `questionTypes`, or a type that only another server has. */
  question_type: v.string(),
  section: v.fallback(idAsText, ''),
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

/** A test on the answer to another question. A question is shown only if all of its conditions are true. */
export type Condition = { operator: string; value: unknown }
export type Choice = v.InferOutput<typeof choiceSchema>
export type Question = v.InferOutput<typeof questionSchema>

/** The questions in order, and the questionnaire's version; null on a server without versions. */
export type Questionnaire = { version: number | null; questions: Question[] }

const versioned = { version: v.fallback(v.nullish(v.number(), null), null) }

/** Our server sends `{version, results}`; other servers send a list, `{results}` or `{questions}`. */
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

/** A text, a choice's value, or a list of values: chosen ones, or ranked ones with the best first. */
export type Answer = string | string[]

/** Answers by `question_id`. Missing: not answered yet. Empty: the respondent left it empty; the operator `empty` tests for that. */
export type Answers = Readonly<Record<string, Answer>>

const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))], 'An answer must be a text or a list of texts.'),
  v.transform(toStorableText),
  v.maxLength(longestText, `An answer must be at most ${formatNumber(longestText)} characters.`),
)

const surveyResponseSchema = v.object({
  question_id: v.pipe(v.string('This field is required.'), v.maxLength(100, 'question_id is too long.')),
  answer: v.union([text, v.pipe(v.array(text), v.maxLength(100, 'At most 100 choices.'))], (issue) =>
    messageOf(issue, 'An answer must be a text or a list of texts.'),
  ),
})
export type SurveyResponse = { question_id: string; answer: Answer }

const wholeNumber = (label: string, most: number) =>
  v.pipe(
    v.number(`${label} must be a whole number.`),
    v.safeInteger(`${label} must be a whole number.`),
    v.minValue(0, `${label} cannot be negative.`),
    v.maxValue(most, `${label} is too large.`),
  )

/** Long enough that another respondent's key cannot be guessed. */
const clientKey = v.pipe(
  v.string('client_key must be a text.'),
  v.regex(/^[\x21-\x7e]{16,200}$/, 'client_key must be 16 to 200 visible characters.'),
)

/** The body of `POST questionnaire/start/`; all fields are extensions. */
export const startSurveySchema = v.object({
  /** Identifies the respondent: a second start with the same key returns the same session. */
  client_key: v.optional(v.nullable(clientKey), null),
  /** If missing, the current version. */
  version: v.optional(v.nullable(wholeNumber('version', 1_000_000_000)), null),
  /** The day on the device's calendar: an answer given offline on Saturday counts for Saturday. */
  started_on: v.optional(v.nullable(plainDate), null),
})

export const surveyStartedSchema = v.object({ session_id: v.string(), version: v.number() })

/** All answers so far, which replace the saved ones. The last three fields are extensions. */
export const submitSurveySchema = v.object({
  session_id: v.pipe(v.string('This field is required.'), v.maxLength(100, 'session_id is too long.')),
  responses: v.pipe(
    v.array(surveyResponseSchema, 'A list of answers is expected.'),
    v.maxLength(500, 'At most 500 answers.'),
  ),
  email: v.optional(
    v.pipe(
      v.nullable(v.string('Enter a valid email address.')),
      v.transform((email) => toStorableText(email ?? '').trim()),
      v.maxLength(254, 'Email must be at most 254 characters.'),
      v.check((email) => email === '' || isEmailAddress(email), 'Enter a valid email address.'),
    ),
    '',
  ),
  is_completed: v.optional(v.boolean('is_completed must be true or false.'), false),
  /** Rises with every change on the device, so that an older save never replaces a newer one. */
  revision: v.optional(v.nullable(wholeNumber('revision', 1_000_000_000)), null),
  /** The section on screen; shows where respondents leave. */
  section: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  /** How long the survey was on screen; at most a day. */
  seconds_taken: v.optional(
    v.nullable(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.transform((seconds) => Math.round(Math.min(seconds, 86_400))),
      ),
    ),
    null,
  ),
})
export type SurveySubmission = v.InferOutput<typeof submitSurveySchema>

export const surveySavedSchema = v.object({ session_id: v.string(), is_completed: v.boolean(), revision: v.number() })
export type SurveySaved = v.InferOutput<typeof surveySavedSchema>

/** Returns the union's inner message about a text or list that is too long, which a person can act on; else `otherwise`. */
function messageOf(issue: v.BaseIssue<unknown>, otherwise: string): string {
  const inner = issue.issues?.find(({ type }) => type === 'max_length')
  return inner?.message ?? otherwise
}

const count = v.fallback(v.number(), 0)

const surveyOptionCountSchema = v.object({
  answer_option: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  /** The number of respondents who chose it. For a ranking, its points: 3, 2 and 1 for the first three places. */
  count,
  /** Percent of the respondents who answered, or of all points of a ranking; one decimal. */
  percentage: count,
  choice_id: v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''), ''),
  concise_label: v.fallback(v.nullish(v.string(), ''), ''),
})

const questionAnalyticsSchema = v.object({
  question_text: v.fallback(v.string(), ''),
  question_type: v.fallback(v.string(), ''),
  /** In the order of the choices; for a ranking, most points first. */
  responses: v.fallback(v.array(surveyOptionCountSchema), []),
  /** Open answers, newest first; our server sends at most `maxTextResponses`. */
  text_responses: v.fallback(v.array(v.string()), []),
  section: v.fallback(v.optional(v.string(), ''), ''),
  /** Extension: the number of answers; null if the server does not send it. */
  answered: v.fallback(v.nullish(v.number(), null), null),
})

/** Fields that a plain server omits are null or empty. */
export const surveyAnalyticsSchema = v.object({
  total_sessions: count,
  completed_sessions: count,
  /** Percent, with one decimal. */
  completion_rate: count,
  analytics_data: v.record(v.string(), questionAnalyticsSchema),
  /** Extension: the questions in order, because a JSON object promises none. */
  question_order: v.fallback(v.nullish(v.array(v.string()), null), null),
  /** Extension: sections in order. `reached` counts the sessions that reached it; `left` those that ended there unfinished. */
  sections: v.fallback(
    v.nullish(v.array(v.object({ section: v.string(), reached: v.number(), left: v.number() })), null),
    null,
  ),
  /** Extension: the median of `seconds_taken` of the completed surveys; null if there is none. */
  median_seconds: v.fallback(v.nullish(v.number(), null), null),
  /** Extension: all versions with answers, newest first. */
  versions: v.fallback(v.nullish(v.array(v.number()), null), null),
})

export type SurveyOptionCount = v.InferOutput<typeof surveyOptionCountSchema>
export type QuestionAnalytics = v.InferOutput<typeof questionAnalyticsSchema>
export type SurveyAnalytics = v.InferOutput<typeof surveyAnalyticsSchema>

/** The most open answers on the page; the question's CSV has all of them. */
export const maxTextResponses = 200

const day = (label: string) => optionalDate(`${label} must be a date.`)

/** `question_id:value`, with the submitted value; for a ranking, any of the three places. */
const answerFilter = v.pipe(
  v.string(),
  v.transform(toStorableText),
  v.maxLength(300, 'answer is too long.'),
  v.regex(/^[^:]+:/, 'answer must be question_id:value.'),
)

/** Query of the analytics and of a question's CSV; all parameters are extensions. */
export const surveyAnalyticsQuerySchema = v.object({
  /** The first day, included, on the calendar of the respondent's device. */
  start_date: day('start_date'),
  /** The last day, included. */
  end_date: day('end_date'),
  /** Only sessions with this answer; if repeated, only sessions with all of them. */
  answer: v.pipe(
    v.optional(v.union([answerFilter, v.array(answerFilter)]), []),
    v.transform((answers) => [answers].flat()),
    v.maxLength(10, 'At most 10 answers.'),
  ),
  /** The questionnaire's version; '' for all. */
  version: v.optional(
    v.union([
      v.literal(''),
      v.pipe(v.string(), v.digits('version must be a whole number.'), v.maxLength(9, 'version is too large.')),
    ]),
    '',
  ),
})
