import * as v from 'valibot'
import { asKept, isEmailAddress, plainDate } from './fields.ts'
import { longestText } from './longest-text.ts'

/** A text, a choice's value, or a list of values: chosen ones, or ranked ones with the best first. */
export type Answer = string | string[]

/**
 * What a respondent has answered so far, by question. Missing: not answered yet. Empty text or list: reached and left
 * empty, which is what the operator `empty` asks for.
 */
export type Answers = Readonly<Record<string, Answer>>

const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))], 'An answer must be a text or a list of texts.'),
  v.transform(asKept),
  v.maxLength(longestText, `An answer must be at most ${longestText.toLocaleString('en-US')} characters.`),
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

/** Long enough that nobody comes upon another respondent's by chance. */
const clientKey = v.pipe(
  v.string('client_key must be a text.'),
  v.regex(/^[\x21-\x7e]{16,200}$/, 'client_key must be 16 to 200 visible characters.'),
)

/** The body of `POST questionnaire/start/`; all of it is an extension of ours. */
export const startSurveySchema = v.object({
  /** Names the respondent: a start under the same one answers the same session. */
  client_key: v.optional(v.nullable(clientKey), null),
  /** The version of the questions that the respondent sees; the current one when missing. */
  version: v.optional(v.nullable(wholeNumber('version', 1_000_000_000)), null),
  /** The day by the device's calendar: an answer given in a tunnel on Saturday counts for Saturday. */
  started_on: v.optional(v.nullable(plainDate), null),
})

/** What `POST questionnaire/start/` answers on our server. */
export const surveyStartedSchema = v.object({ session_id: v.string(), version: v.number() })

/**
 * The body of `POST questionnaire/submit/`: every answer so far, which takes the place of what was saved before.
 * The last three are extensions of ours.
 */
export const submitSurveySchema = v.object({
  session_id: v.pipe(v.string('This field is required.'), v.maxLength(100, 'session_id is too long.')),
  responses: v.pipe(
    v.array(surveyResponseSchema, 'A list of answers is expected.'),
    v.maxLength(500, 'At most 500 answers.'),
  ),
  email: v.optional(
    v.pipe(
      v.nullable(v.string('Enter a valid email address.')),
      v.transform((email) => asKept(email ?? '').trim()),
      v.maxLength(254, 'Email must be at most 254 characters.'),
      v.check((email) => email === '' || isEmailAddress(email), 'Enter a valid email address.'),
    ),
    '',
  ),
  is_completed: v.optional(v.boolean('is_completed must be true or false.'), false),
  /** Rises with every change on the device; an older save never takes the place of a newer one. */
  revision: v.optional(v.nullable(wholeNumber('revision', 1_000_000_000)), null),
  /** The section on screen, to tell where respondents leave. */
  section: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  /** How long the respondent had the survey on screen; capped at a day. */
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

/** What `POST questionnaire/submit/` answers on our server: what now holds. */
export const surveySavedSchema = v.object({ session_id: v.string(), is_completed: v.boolean(), revision: v.number() })
export type SurveySaved = v.InferOutput<typeof surveySavedSchema>

/** The message inside a union that a person can act on, such as a text that is too long. */
function messageOf(issue: v.BaseIssue<unknown>, otherwise: string): string {
  const inner = issue.issues?.find(({ type }) => type === 'max_length')
  return inner?.message ?? otherwise
}
