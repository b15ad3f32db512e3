import type { Question, Answer, Answers } from '#core/contract/survey.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { questionKind, choicesOf, choiceValue } from '#core/survey/question-kinds.ts'
import { answersToSubmit, leaveSection } from '#core/survey/required-answers.ts'
import { visibleSections } from '#core/survey/visible-questions.ts'
import type { Services } from '#server/services.ts'
import { currentQuestionnaire } from '#server/survey/questionnaires-repository.ts'
import { startSession, submitAnswers } from '#server/survey/survey-sessions-service.ts'

const respondentCount = 90
const daysBack = 30

/** Adds sample respondents to the current questionnaire; does nothing if they were added before. */
export async function addDemoRespondents({ database }: Services): Promise<void> {
  const { version, questions } = await currentQuestionnaire(database.db)
  const today = dateOfInstant(Date.now())
  for (let number = 0; number < respondentCount; number += 1) {
    const clientKey = `demonstration-respondent-${number}`
    const startedOn = addDays(today, -Math.floor((number * daysBack) / respondentCount))
    const { status, body, replayed } = {
      replayed: false,
      ...(await startSession(database, { clientKey, version, startedOn })),
    }
    if (status !== 201) throw new Error(`The demo could not be created: ${status}`)
    if (replayed) return
    const { session_id } = body as { session_id: string }
    const outcome = await submitAnswers(database, {
      submission: { session_id, revision: null, ...demoSubmission(questions, number) },
      key: null,
      hash: '',
    })
    if (outcome.status !== 200) throw new Error(`The demo could not be created: ${outcome.status}`)
  }
}

/** Returns one respondent's answers, always the same for a `number`. Some respondents leave before the end. */
function demoSubmission(questions: readonly Question[], number: number) {
  const chance = randomNumbers(number)
  let answers: Answers = {}
  let sectionIndex = 0
  let leaves = false
  while (!leaves && sectionIndex < visibleSections(questions, answers).length) {
    answers = answerSection(questions, answers, sectionIndex, chance)
    sectionIndex += 1
    leaves = chance() < 0.05
  }
  const sections = visibleSections(questions, answers)
  const isCompleted = sectionIndex === sections.length
  return {
    responses: answersToSubmit(questions, answers),
    is_completed: isCompleted,
    email: isCompleted && chance() < 0.3 ? `respondent${number}@example.com` : '',
    section: isCompleted ? null : (sections[sectionIndex]?.name ?? null),
    seconds_taken: Math.round(40 + sectionIndex * (35 + chance() * 60)),
  }
}

function answerSection(
  questions: readonly Question[],
  before: Answers,
  sectionIndex: number,
  chance: () => number,
): Answers {
  const answers: Record<string, Answer> = { ...before }
  const onScreen = () => visibleSections(questions, answers)[sectionIndex]?.questions ?? []
  // An answer may make more questions of the section visible.
  for (let next = onScreen()[0]; next !== undefined; next = onScreen().find((one) => !(one.question_id in answers))) {
    answers[next.question_id] = demoAnswer(next, chance)
  }
  return leaveSection(onScreen(), answers)
}

function demoAnswer(question: Question, chance: () => number): Answer {
  const { question_id, is_required } = question
  const { answer, points } = questionKind(question)
  if (answer === 'own words') {
    const texts = demoTexts[question_id] ?? ['Nothing more.']
    const isSilent = !is_required && chance() < 0.4
    return isSilent ? '' : texts[Math.floor(chance() * texts.length)]!
  }
  const values = choicesOf(question).map(choiceValue)
  // Skewed, so that charts show differences.
  const pick = () => values.splice(Math.floor(chance() ** 1.5 * values.length), 1)[0]!
  // A ranking allows as many choices as it has `points`.
  if (points !== undefined) return points.map(pick).filter((value) => value !== undefined)
  if (answer === 'one choice') return pick()
  return Array.from({ length: Math.min(values.length, 1 + Math.floor(chance() * 4)) }, pick)
}

function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_769
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

const demoTexts: Record<string, string[]> = {
  role_other: ['Photographer', 'Property manager'],
  first_years: ['A shared calendar.', 'The maps app on my phone.', 'A colleague with a good list.'],
  crm_name: ['The one my office pays for.', 'One that came with the website.'],
  complaint: ['It has to work in a basement.', 'Fewer windows open at once.', 'One search for everything.'],
  paper_reason: ['Paper never runs out of battery.', 'Visitors trust it.', 'I have no tablet.'],
  report_contents: ['How many people came.', 'What visitors said about the price.', 'Views compared with last week.'],
  trust_missing: ['Why it chose this order.', 'The drive times it reckons with.'],
  slowdown: [
    'Typing the same address into three apps.',
    'The sign-in sheet is paper, I retype it on Sunday night.',
    'No bars in the foothills, so I screenshot everything first.',
    'Rearranging a tour when one owner says no.',
    'Finding the showing notes while the client is standing next to me.',
    'Sellers asking for numbers that I have to collect by hand.',
  ],
  wish: [
    'Tell me when to leave.',
    'Answer the phone while I drive.',
    'Show me who I have not called.',
    'Work offline.',
  ],
}
