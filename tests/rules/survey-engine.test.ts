import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { questionnaireSchema, type Answers, submitSurveySchema } from '#core/contract/survey.ts'
import { choicesOf, choiceValue } from '#core/survey/question-kinds.ts'
import { addPick, movePick, removePick } from '#core/survey/ranking.ts'
import {
  answersToSubmit,
  leaveSection,
  missingRequired,
  furthestPercent,
  percentComplete,
} from '#core/survey/required-answers.ts'
import { visibleQuestions, visibleSections, conditionHolds } from '#core/survey/visible-questions.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'

describe('a condition', () => {
  test.each<[operator: string, value: unknown, answer: string | string[], holds: boolean]>([
    ['equals', 'yes', 'yes', true],
    ['equals', 'yes', 'Yes', false],
    ['equals', 3, '3', true],
    ['equals', 'a', ['a'], true],
    ['equals', 'a', ['a', 'b'], false],
    ['equals', ['b', 'a'], ['a', 'b'], true],
    ['not_equals', 'yes', 'no', true],
    ['not_equals', 'yes', 'yes', false],
    ['not_equals', 'a', ['a', 'b'], true],
    ['gte', 3, '3', true],
    ['gte', '3', '2', false],
    ['gte', 3, '10', true],
    ['gte', 3, 'many', false],
    ['gte', 3, ['4'], false],
    ['gte', '', '4', false],
    ['lte', 3, '3', true],
    ['lte', 3, '3.5', false],
    ['gt', 3, '3', false],
    ['gt', 3, '4', true],
    ['lt', 3, '3', false],
    ['lt', 3, '-1', true],
    ['in', ['a', 'b'], 'b', true],
    ['in', ['a', 'b'], 'c', false],
    ['in', ['a', 'b'], ['c', 'b'], true],
    ['in', 'abc', 'b', false],
    ['in', [1, 2], '2', true],
    ['not_in', ['a', 'b'], 'c', true],
    ['not_in', ['a', 'b'], 'a', false],
    ['not_in', ['a', 'b'], ['c', 'b'], false],
    ['not_in', 'abc', 'd', false],
    ['contains', 'PHONE', 'My old phone', true],
    ['contains', 'tablet', 'My old phone', false],
    ['contains', 'CRM', ['mls', 'crm-light'], true],
    ['not_empty', null, 'x', true],
    ['not_empty', null, ['x'], true],
    ['not_empty', null, '  ', false],
    ['not_empty', null, [], false],
    ['empty', null, '', true],
    ['empty', null, [], true],
    ['empty', null, 'x', false],
    ['resembles', 'x', 'x', false],
    ['', 'x', 'x', false],
  ])('%s %j with the answer %j: %s', (operator, value, answer, holds) => {
    expect(conditionHolds({ operator, value }, answer)).toBe(holds)
  })

  test('on an unanswered question is false; an emptied answer meets only `empty`', () => {
    for (const operator of [
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
    ]) {
      const value = operator.endsWith('in') ? ['', 'x'] : ''
      expect(conditionHolds({ operator, value }, undefined), operator).toBe(false)
      expect(conditionHolds({ operator, value }, ''), operator).toBe(false)
    }
    expect(conditionHolds({ operator: 'empty', value: null }, undefined)).toBe(false)
  })
})

describe('visible questions', () => {
  const owns = { owns: { operator: 'equals', value: 'yes' } }
  const questions = [
    aQuestion('owns', { choices: ['yes', 'no'], is_required: true }),
    aQuestion('which', { section: 'Two', is_required: true, showIf: owns }),
    aQuestion('why', { section: 'Two', showIf: { which: { operator: 'not_empty', value: null }, ...owns } }),
    aQuestion('last', { section: 'Three', is_required: true }),
  ]
  const idsIn = (answers: Answers) => visibleQuestions(questions, answers).map(({ question_id }) => question_id)

  test('a question is visible only if all its conditions hold', () => {
    expect(idsIn({})).toEqual(['owns', 'last'])
    expect(idsIn({ owns: 'yes' })).toEqual(['owns', 'which', 'last'])
    expect(idsIn({ owns: 'yes', which: 'mine' })).toEqual(['owns', 'which', 'why', 'last'])
    expect(idsIn({ owns: 'no', which: 'mine' })).toEqual(['owns', 'last'])
  })

  test('a hidden question counts as unanswered in conditions, and its answer is not submitted', () => {
    const chain = [
      aQuestion('first', { choices: ['a', 'b'] }),
      aQuestion('second', { choices: ['a', 'b'], showIf: { first: { operator: 'equals', value: 'a' } } }),
      aQuestion('third', { showIf: { second: { operator: 'not_equals', value: 'a' } } }),
    ]
    const answers = { first: 'b', second: 'b', third: 'typed before' }
    expect(visibleSections(chain, answers)).toEqual([{ name: 'One', questions: [chain[0]] }])
    expect(answersToSubmit(chain, answers)).toEqual([{ question_id: 'first', answer: 'b' }])
  })

  test('a section without visible questions is hidden, and returns in its place', () => {
    const namesIn = (answers: Answers) => visibleSections(questions, answers).map(({ name }) => name)
    expect(namesIn({ owns: 'no' })).toEqual(['One', 'Three'])
    expect(namesIn({ owns: 'yes' })).toEqual(['One', 'Two', 'Three'])
  })

  test('questions with circular conditions, or conditions on unknown questions, stay hidden', () => {
    const asksFor = (id: string) => ({ showIf: { [id]: { operator: 'not_empty', value: null } } })
    const circle = [
      aQuestion('a', asksFor('b')),
      aQuestion('b', asksFor('a')),
      aQuestion('c', asksFor('c')),
      aQuestion('d', asksFor('nobody')),
      aQuestion('e', asksFor('toString')),
    ]
    expect(visibleQuestions(circle, { a: 'x', b: 'x', c: 'x', d: 'x', nobody: 'x' })).toEqual([])
  })
})

describe('continuing to the next section', () => {
  const questions = [
    aQuestion('name', { is_required: true }),
    aQuestion('tools', { choices: ['a', 'b'], question_type: 'multiple_choice_multiple', is_required: true }),
    aQuestion('note'),
  ]

  test('requires a non-empty text or list for every visible required question', () => {
    expect(missingRequired(questions, { name: ' ', tools: [] }).map(({ question_id }) => question_id)).toEqual([
      'name',
      'tools',
    ])
    expect(missingRequired(questions, { name: 'Jo', tools: ['a'] })).toEqual([])
  })

  test('does not require an answer that cannot be given', () => {
    const odd = [
      aQuestion('odd', { question_type: 'hologram', choices: ['a', 'b'], is_required: true }),
      aQuestion('bare', { question_type: 'ranking', is_required: true }),
    ]
    expect(missingRequired(odd, {})).toEqual([])
    expect(percentComplete([...questions, ...odd], { name: 'Jo', tools: ['a'] })).toBe(100)
  })

  test('records blank answers, so that a later question can depend on them', () => {
    const later = aQuestion('later', { showIf: { note: { operator: 'empty', value: null } } })
    const all = [...questions, later]
    const answers = { name: 'Jo', tools: ['a'] }
    expect(visibleQuestions(all, answers)).not.toContain(later)
    const left = leaveSection(questions, answers)
    expect(left).toEqual({ ...answers, note: '' })
    expect(visibleQuestions(all, left)).toContain(later)
    expect(answersToSubmit(all, left)).toContainEqual({ question_id: 'note', answer: '' })
  })

  test('% Complete is the share of visible required questions answered, and the shown one never falls', () => {
    const more = aQuestion('more', { is_required: true, showIf: { name: { operator: 'equals', value: 'Jo' } } })
    const all = [...questions, more]
    expect(percentComplete(all, {})).toBe(0)
    expect(percentComplete(all, { tools: ['a'] })).toBe(50)
    const fallen = percentComplete(all, { tools: ['a'], name: 'Jo' })
    expect(fallen).toBe(67)
    expect(percentComplete([...all, { ...more, question_id: 'most' }], { tools: ['a'], name: 'Jo' })).toBe(50)
    expect(furthestPercent(67, 50)).toBe(67)
    expect(percentComplete([aQuestion('note')], {})).toBe(100)
  })
})

describe('choices', () => {
  test('the value of a choice follows the first underscore of its id', () => {
    expect(choiceValue({ choice_id: 'device_smart_phone' })).toBe('smart_phone')
    expect(choiceValue({ choice_id: 'q3_2' })).toBe('2')
  })

  test('a scale without choices ranges from 1 to 5', () => {
    expect(choicesOf(aQuestion('s', { question_type: 'scale' })).map(choiceValue)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('at most three choices are ranked; they can be moved and removed', () => {
    const ranked = ['a', 'b', 'c', 'd'].reduce<readonly string[]>(addPick, [])
    expect(ranked).toEqual(['a', 'b', 'c'])
    expect(addPick(ranked, 'b')).toEqual(ranked)
    expect(movePick(ranked, 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(movePick(ranked, 'a', -1)).toEqual(ranked)
    expect(movePick(ranked, 'c', 1)).toEqual(ranked)
    expect(removePick(ranked, 'a')).toEqual(['b', 'c'])
  })
})

describe('the API contract', () => {
  test('accepts questions from each server: list, {results}, {questions}, text numbers, conditions', () => {
    const sent = [
      { question_id: 1, question_text: 'A', question_type: 'scale', section: 2 },
      {
        question_id: 'b',
        question_text: 'B',
        question_type: 'hologram',
        choices: null,
        conditions: { show_if: { 1: { gte: 3 }, c: { operator: 'in', value: ['x'] }, d: 'odd' } },
      },
    ]
    const plain = v.parse(questionnaireSchema, sent)
    expect(plain).toEqual({
      version: null,
      questions: [
        aQuestion('1', { question_text: 'A', question_type: 'scale', section: '2' }),
        aQuestion('b', {
          question_text: 'B',
          question_type: 'hologram',
          section: '',
          showIf: {
            1: { operator: 'gte', value: 3 },
            c: { operator: 'in', value: ['x'] },
            d: { operator: '', value: null },
          },
        }),
      ],
    })
    expect(v.parse(questionnaireSchema, { results: sent })).toEqual(plain)
    expect(v.parse(questionnaireSchema, { version: 4, questions: sent })).toEqual({ ...plain, version: 4 })
  })

  test.each([
    ['a text too long', 'x'.repeat(10_001), '', 'An answer must be at most 10,000 characters.'],
    ['no answer', {}, '', 'An answer must be a text or a list of texts.'],
    ['a wrong e-mail', 'x', 'nobody', 'Enter a valid email address.'],
  ])('refuses %s', (_, answer, email, message) => {
    const response = { question_id: 'a', answer }
    const { issues } = v.safeParse(submitSurveySchema, { session_id: 's', responses: [response], email })
    expect(issues?.map((issue) => issue.message)).toEqual([message])
  })

  test('accepts numbers as text and a missing email, and limits the time to a day', () => {
    const sent = { session_id: 's', responses: [{ question_id: 'a', answer: [1, 'b'] }], email: null }
    expect(v.parse(submitSurveySchema, { ...sent, seconds_taken: 1e9 })).toMatchObject({
      responses: [{ question_id: 'a', answer: ['1', 'b'] }],
      email: '',
      is_completed: false,
      revision: null,
      seconds_taken: 86_400,
    })
  })
})
