import { expect, test } from 'vitest'
import type { QuestionAnalytics, SurveyAnalytics } from '#core/contract/survey.ts'
import { surveyCsv } from '#core/survey/analytics-csv.ts'
import { sectionsInOrder, groupAnswers } from '#core/survey/analytics-labels.ts'

function aQuestion(wishes: Partial<QuestionAnalytics>): QuestionAnalytics {
  const empty = { responses: [], text_responses: [], section: '', answered: null }
  return { question_text: 'Why?', question_type: 'open_ended', ...empty, ...wishes }
}

const chosen = (answer_option: string, count: number, percentage: number) => {
  return { answer_option, count, percentage, choice_id: `q_${count}`, concise_label: '' }
}

function analyticsOf(analytics_data: Record<string, QuestionAnalytics>): SurveyAnalytics {
  const totals = { total_sessions: 3, completed_sessions: 2, completion_rate: 66.7 }
  const unsaid = { sections: null, median_seconds: null, versions: null }
  return { ...totals, ...unsaid, analytics_data, question_order: Object.keys(analytics_data) }
}

test('equal open answers are grouped, ignoring case and spaces, the most frequent first', () => {
  expect(groupAnswers(['Maps', 'A call', ' maps', 'A  call', 'MAPS', 'Nothing'])).toEqual([
    { text: 'Maps', count: 3 },
    { text: 'A call', count: 2 },
    { text: 'Nothing', count: 1 },
  ])
})

test('questions are listed under the survey’s sections, in its order', () => {
  const analytics = analyticsOf({
    role: aQuestion({ section: 'Your work' }),
    signal: aQuestion({ section: 'In the field' }),
    years: aQuestion({ section: 'Your work' }),
  })
  const sections = sectionsInOrder(analytics)
  expect(sections.map(({ section }) => section)).toEqual(['Your work', 'In the field'])
  expect(sections.map(({ questions }) => questions.map(({ id }) => id))).toEqual([['role', 'years'], ['signal']])
})

test('the file of all questions says how many open answers it leaves out', () => {
  const analytics = analyticsOf({
    role: aQuestion({ section: 'You', question_type: 'multiple_choice', responses: [chosen('Agent', 2, 66.66)] }),
    best: aQuestion({ section: 'You', question_type: 'ranking', responses: [chosen('Routes', 9, 100)] }),
    why: aQuestion({ section: 'Last', text_responses: ['=1+1', 'More, please'], answered: 5 }),
    none: aQuestion({ section: 'Last', question_text: 'Else?' }),
  })
  expect(surveyCsv(analytics).split('\r\n')).toEqual([
    '\uFEFFSection,Question,Kind,Answer,Count,Points,Percentage',
    'You,Why?,Multiple choice,Agent,2,,66.7',
    'You,Why?,Ranking,Routes,,9,100.0',
    "Last,Why?,Open ended,'=1+1,1,,",
    'Last,Why?,Open ended,"More, please",1,,',
    'Last,Why?,Open ended,(3 earlier answers are not in this file),3,,',
    'Last,Else?,Open ended,,,,',
    '',
  ])
})
