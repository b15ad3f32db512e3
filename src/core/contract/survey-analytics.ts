import * as v from 'valibot'
import { asKept, optionalDate } from './fields.ts'

const count = v.fallback(v.number(), 0)

const surveyOptionCountSchema = v.object({
  answer_option: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  /** Respondents who chose it; of a ranking, its points: 3, 2 and 1 for the first three places. */
  count,
  /** Of those who answered the question; of a ranking, of all its points. One decimal. */
  percentage: count,
  choice_id: v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''), ''),
  concise_label: v.fallback(v.nullish(v.string(), ''), ''),
})

const questionAnalyticsSchema = v.object({
  question_text: v.fallback(v.string(), ''),
  question_type: v.fallback(v.string(), ''),
  /** In the order of the choices; of a ranking, the most points first. */
  responses: v.fallback(v.array(surveyOptionCountSchema), []),
  /** Open answers, the latest first; our server sends at most `mostTextResponses`. */
  text_responses: v.fallback(v.array(v.string()), []),
  /** Extension: the section it stands in. */
  section: v.fallback(v.optional(v.string(), ''), ''),
  /** Extension: how many answered it; null on a server that does not say. */
  answered: v.fallback(v.nullish(v.number(), null), null),
})

/** What `GET questionnaire/analytics/` answers. What a plain server does not send is null or empty. */
export const surveyAnalyticsSchema = v.object({
  total_sessions: count,
  completed_sessions: count,
  /** Percent, with one decimal. */
  completion_rate: count,
  analytics_data: v.record(v.string(), questionAnalyticsSchema),
  /** Extension: the questions in their order; a JSON object does not promise one. */
  question_order: v.fallback(v.nullish(v.array(v.string()), null), null),
  /** Extension: sections in their order, how many sessions came that far, and how many ended there unfinished. */
  sections: v.fallback(
    v.nullish(v.array(v.object({ section: v.string(), reached: v.number(), left: v.number() })), null),
    null,
  ),
  /** Extension: half of the completed sessions took at most so long. */
  median_seconds: v.fallback(v.nullish(v.number(), null), null),
  /** Extension: all versions that have been answered, the newest first. */
  versions: v.fallback(v.nullish(v.array(v.number()), null), null),
})

export type SurveyOptionCount = v.InferOutput<typeof surveyOptionCountSchema>
export type QuestionAnalytics = v.InferOutput<typeof questionAnalyticsSchema>
export type SurveyAnalytics = v.InferOutput<typeof surveyAnalyticsSchema>

/** The page shows these at most; the CSV of the question has all. */
export const mostTextResponses = 200

const day = (label: string) => optionalDate(`${label} must be a date.`)

/** `question_id:value`; the value is what is submitted, of a ranking any of the three places. */
const answerFilter = v.pipe(
  v.string(),
  v.transform(asKept),
  v.maxLength(300, 'answer is too long.'),
  v.regex(/^[^:]+:/, 'answer must be question_id:value.'),
)

/** The query of the analytics and of a question's CSV, all extensions of ours. */
export const surveyAnalyticsQuerySchema = v.object({
  /** The first day, included; the day is that of the respondent's device. */
  start_date: day('start_date'),
  /** The last day, included. */
  end_date: day('end_date'),
  /** Only sessions with this answer; given several times, with all of them. */
  answer: v.pipe(
    v.optional(v.union([answerFilter, v.array(answerFilter)]), []),
    v.transform((answers) => [answers].flat()),
    v.maxLength(10, 'At most 10 answers.'),
  ),
  /** Only sessions that answered this version of the questionnaire. */
  version: v.optional(
    v.union([
      v.literal(''),
      v.pipe(v.string(), v.digits('version must be a whole number.'), v.maxLength(9, 'version is too large.')),
    ]),
    '',
  ),
})
