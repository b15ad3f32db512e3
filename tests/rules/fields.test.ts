import * as v from 'valibot'
import { expect, test } from 'vitest'
import { requiredText } from '#core/contract/fields.ts'

const name = requiredText('First Name')

test.each(['', '   ', '\u200B', '\u2060 \uFEFF', '\u00AD', '\u2800', '\u3164'])(
  'a name that nobody can see is none: %j',
  (text) => {
    const parsed = v.safeParse(name, text)
    expect(parsed.issues?.[0].message).toBe('First Name is required.')
  },
)

test.each(['Ann', '李', 'José', 'محمد', '😀', 'O\u200DNeill'])(
  'any name that can be seen is kept as it is: %j',
  (text) => {
    expect(v.parse(name, text)).toBe(text)
  },
)
