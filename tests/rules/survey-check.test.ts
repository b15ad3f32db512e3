import { expect, test } from 'vitest'
import { checkQuestionnaire } from '#core/survey/check-questionnaire.ts'

type RawQuestion = Record<string, unknown>

function written(question_id: string, more: RawQuestion = {}): RawQuestion {
  return {
    question_id,
    question_text: 'How?',
    question_type: 'multiple_choice',
    section: 'One',
    is_required: true,
    choices: [
      { choice_id: 'how_well', choice_text: 'Well' },
      { choice_id: 'how_badly', choice_text: 'Badly' },
    ],
    ...more,
  }
}

const open = { question_type: 'open_ended', choices: [] }
const asks = (question_id: string, operator: string, value?: unknown) => ({
  conditions: { show_if: { [question_id]: { operator, value } } },
})
const mistakesIn = (file: unknown) => {
  const checked = checkQuestionnaire(file)
  return 'mistakes' in checked ? checked.mistakes : []
}

test('a correct questionnaire has no mistakes, as a list or under a name', () => {
  const questions = [
    written('a'),
    written('b', { ...open, ...asks('a', 'in', ['well']) }),
    written('c', { question_type: 'scale', choices: [], conditions: { show_if: { a: { equals: 'badly' } } } }),
    written('d', asks('c', 'gte', 4)),
    written('e', asks('b', 'contains', 'x')),
  ]
  expect(mistakesIn(questions)).toEqual([])
  expect(checkQuestionnaire({ title: 'Ours', questions })).toHaveProperty('questions.length', 5)
})

test.each<[what: string, file: unknown, mistakes: string[]]>([
  ['no list', { title: 'Ours' }, ['The file must hold a list of questions, or {"questions": […]}.']],
  ['an empty list', [], ['There are no questions.']],
  [
    'a question without its fields',
    [{ question_id: 'a' }],
    ['a: question_text is missing.', 'a: question_type is missing.'],
  ],
  ['something that is no question', [written('a'), 'b'], ['Question 2 is not an object.']],
  ['two questions of one id', [written('a'), written('a')], ['Two questions have the id a.']],
  [
    'an id of odd signs',
    [written('1: a')],
    ['1: a: its id must begin with a letter and have only letters, digits, "_" and "-".'],
  ],
  [
    'an unknown type',
    [written('a', { question_type: 'slider' })],
    [
      'a: there is no question type "slider"; there are multiple_choice, multiple_choice_multiple, scale, open_ended, ranking.',
    ],
  ],
  ['no section', [written('a', { section: undefined })], ['a: section must be a text.', 'a: section is empty.']],
  ['a word for true', [written('a', { is_required: 'yes' })], ['a: is_required must be true or false.']],
  [
    'one choice',
    [written('a', { choices: [{ choice_id: 'a_1', choice_text: 'One' }] })],
    ['a: it needs at least two choices.'],
  ],
  [
    'choices as words',
    [written('a', { choices: ['well', 'badly'] })],
    ['a: each of its choices needs a choice_id and a choice_text.', 'a: it needs at least two choices.'],
  ],
  [
    'a choice without an underscore, and one without a text',
    [
      written('a', {
        choices: [
          { choice_id: 'well', choice_text: 'Well' },
          { choice_id: 'how_badly', choice_text: ' ' },
        ],
      }),
    ],
    ['a: the choice "well" must be written prefix_value.', 'a: the choice "how_badly" has no text.'],
  ],
  [
    'two choices of one value',
    [
      written('a', {
        choices: [
          { choice_id: 'x_1', choice_text: 'One' },
          { choice_id: 'y_1', choice_text: 'Two' },
        ],
      }),
    ],
    ['a: two choices have the value "1".'],
  ],
  [
    'choices of an open question',
    [written('a', { question_type: 'open_ended' })],
    ['a: an open question has no choices.'],
  ],
  [
    'a condition on nobody',
    [written('a', asks('b', 'equals', 'x'))],
    ['a: its condition asks about "b", which is no question.'],
  ],
  ['a condition on itself', [written('a', asks('a', 'equals', 'well'))], ['a: its condition asks about itself.']],
  [
    'a condition on a later question',
    [written('a', asks('b', 'equals', 'well')), written('b')],
    ['a: its condition asks about b, which comes later.'],
  ],
  [
    'a circle',
    [written('a', asks('c', 'not_empty')), written('b', asks('a', 'not_empty')), written('c', asks('b', 'not_empty'))],
    ['a: its condition asks about c, which comes later.', 'These questions depend on each other: a, c, b.'],
  ],
  [
    'an unknown operator',
    [written('a'), written('b', asks('a', 'is', 'well'))],
    [
      'b: its condition on a has no known operator ("is"); there are equals, not_equals, gte, lte, gt, lt, in, not_in, contains, not_empty, empty.',
    ],
  ],
  [
    'a value that is no choice',
    [written('a'), written('b', asks('a', 'equals', 'how_well'))],
    ['b: its condition on a asks for "how_well", which is none of its choices\' values.'],
  ],
  [
    'a single value for a list',
    [written('a'), written('b', asks('a', 'in', 'well'))],
    ['b: its condition on a needs a list of values for in.'],
  ],
  [
    'a word for a number',
    [written('a'), written('b', asks('a', 'gte', 'well'))],
    ['b: its condition on a needs a number for gte.'],
  ],
  ['no value', [written('a'), written('b', asks('a', 'equals'))], ['b: its condition on a needs a value for equals.']],
  [
    'no text',
    [written('a'), written('b', asks('a', 'contains', 3))],
    ['b: its condition on a needs a text for contains.'],
  ],
  [
    'a comparison of a list',
    [written('a', { question_type: 'ranking' }), written('b', asks('a', 'lt', 3))],
    ['b: its condition on a compares a list with lt, which is never true.'],
  ],
  [
    'conditions that are none',
    [written('a', { conditions: 'always' })],
    ['a: conditions must hold show_if with a condition for each question.'],
  ],
])('reports %s', (_, file, mistakes) => {
  expect(mistakesIn(file)).toEqual(mistakes)
})

test('reports all mistakes of a file at once', () => {
  const file = [written('a', { section: '' }), written('b', asks('x', 'in', 'y')), written('b', { question_text: '' })]
  expect(mistakesIn(file)).toHaveLength(4)
})
