import { beforeAll, expect, test } from 'vitest'
import { smallBuffer } from '#files/small-buffer.ts'
import { parse as usual } from 'csv-parse/browser/esm/sync'
import { googleContacts } from '#tests/support/contact-files.ts'
import { agentScreen, decimalCommas, resoHomes } from '#tests/support/home-files.ts'

type Parse = typeof usual
const plainForm = '../../../node_modules/csv-parse/lib/sync.js'
const nodes = globalThis.Buffer
let plain: Parse

/** Replaces `Buffer` only while the library runs, since other code in this process needs Node's. */
function withSmallBuffer<Result>(work: () => Result): Result {
  Object.assign(globalThis, { Buffer: smallBuffer })
  try {
    return work()
  } finally {
    Object.assign(globalThis, { Buffer: nodes })
  }
}

beforeAll(async () => {
  const loaded = withSmallBuffer(() => import(plainForm) as Promise<{ parse: Parse }>)
  plain = (await loaded).parse
})

function rowsOrRefusal(parse: Parse, text: string, delimiter: string): unknown {
  try {
    return parse(text, { ...options, delimiter })
  } catch (error) {
    return String(error)
  }
}

const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true } as const

test.each([
  ['listings', resoHomes, ','],
  ['an agent’s screen', agentScreen, ','],
  ['semicolons', decimalCommas, ';'],
  ['people with a break in their notes', googleContacts, ','],
  ['signs of four bytes, and an end without a break', 'name,said\nZoë,"🏡 ""home"""\n\uFEFFlast,Ω', ','],
  ['an open quotation mark', 'a,b\n"c,d\ne,f"x,g\n', ','],
])('the plain build of the library reads %s like its browser build', (_, text, delimiter) => {
  const read = withSmallBuffer(() => rowsOrRefusal(plain, text, delimiter))
  expect(read).toEqual(rowsOrRefusal(usual, text, delimiter))
})
