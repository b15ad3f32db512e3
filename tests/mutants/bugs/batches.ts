import type { Mutant } from '../mutant.ts'

export const batches: Mutant[] = [
  {
    does: 'An operation without an answer of its own counts as never sent.',
    file: 'src/core/sync/batch-part.ts',
    inside: 'exchangePart',
    find: "? { kind: 'unknown', status: 200, why: 'wrong-shape' }",
    replace: "? { kind: 'not-sent' }",
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A batch’s unreadable success counts as refused.',
    file: 'src/core/sync/batch-answers.ts',
    inside: 'judgeBatch',
    find: "return { kind: 'alike', verdict: { kind: 'unknown', status: 200, why: 'wrong-shape' } }",
    replace: "return { kind: 'refused', status: 200 }",
    tests: ['sync/unsettled-work.test.ts'],
  },
  {
    does: 'Writes in a batch are not conditional.',
    file: 'src/core/sync/batch-request.ts',
    inside: 'batchEntry',
    find: "if_match: headers['If-Match'] ?? null",
    replace: 'if_match: null',
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'One write that fails takes along all that share its transaction.',
    file: 'src/core/sync/write-together.ts',
    inside: 'writingTogether',
    find: 'for (const one of group) await writeAlone(one)',
    replace: "for (const { reject } of group) reject(new Error('Together.'))",
    tests: ['sync/unsettled-work.test.ts'],
  },
  {
    does: 'A refused batch is sent again and again.',
    file: 'src/core/sync/push.ts',
    inside: 'push',
    find: `      if (isRefused) takesBatches = false
`,
    replace: `      if (isRefused) end ??= 'offline'
`,
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'Batches go together, whatever order their writes have.',
    file: 'src/core/sync/push.ts',
    inside: 'push',
    find: `      await turns.mayGo()
`,
    replace: '',
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A batch leaves though another could not be stored.',
    file: 'src/core/sync/push.ts',
    inside: 'push',
    find: `      end ??= 'stopped'
      throw error
    } finally {
      turns.end()`,
    replace: `      throw error
    } finally {
      turns.end()`,
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A batch is never done with its turns.',
    file: 'src/core/sync/push.ts',
    inside: 'push',
    find: `      turns.end()
`,
    replace: '',
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A photo goes in a batch.',
    file: 'src/core/sync/chains.ts',
    inside: 'goesInBatches',
    find: "return lane === 'records' && !hasFiles && attempts < 2",
    replace: 'return attempts < 2',
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A request that makes the server fail every time takes a batch along for ever.',
    file: 'src/core/sync/chains.ts',
    inside: 'goesInBatches',
    find: '!hasFiles && attempts < 2',
    replace: '!hasFiles',
    tests: ['sync/batches.test.ts'],
  },
]
