import { bugsIn, type Mutant } from '../mutant.ts'

export const batches: Mutant[] = [
  {
    does: 'An operation without an answer of its own counts as never sent.',
    file: 'src/core/sync/sending/send-batch.ts',
    inside: 'judgeEach',
    find: '? { verdict: unanswered',
    replace: "? { verdict: { kind: 'not-sent' } as Verdict",
    tests: ['sync/batches.test.ts'],
  },
  {
    does: 'A batch’s unreadable success counts as refused.',
    file: 'src/core/sync/sending/send-batch.ts',
    inside: 'verdictForAll',
    find: "return { kind: 'unknown', status: 200, why: 'wrong-shape' }",
    replace: "return { kind: 'put-back' }",
    tests: ['sync/claiming-and-settling.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/send-batch.ts', tests: ['sync/batches.test.ts'] }, [
    {
      does: 'Writes in a batch are not conditional.',
      inside: 'batchEntry',
      find: "if_match: headers['If-Match'] ?? null",
      replace: 'if_match: null',
    },
    {
      does: 'One answer that cannot be stored takes along all others of its batch.',
      inside: 'settleAll',
      find: 'Promise.allSettled(outcomes.map((one) => settle(sending, [one])))',
      replace: 'Promise.allSettled([settle(sending, outcomes)])',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/push.ts', inside: 'PushRun', tests: ['sync/batches.test.ts'] }, [
    {
      does: 'A refused batch is sent again and again.',
      find: "if (sent.untried === 'all') this.#takesBatches = false",
      replace: "if (sent.untried === 'all') this.#end ??= 'offline'",
    },
    {
      does: 'Batches go together, whatever order their writes have.',
      find: 'this.#takesBatches && this.#openBatches < maxBatchesOpen ?',
      replace: 'this.#takesBatches ?',
    },
  ]),
  ...bugsIn(
    { file: 'src/core/sync/sending/record-queue.ts', inside: 'goesInBatches', tests: ['sync/batches.test.ts'] },
    [
      {
        does: 'A photo goes in a batch.',
        find: "return lane === 'records' && !hasFiles && attempts < 2",
        replace: 'return attempts < 2',
      },
      {
        does: 'A request that makes the server fail every time takes a batch along for ever.',
        find: '!hasFiles && attempts < 2',
        replace: '!hasFiles',
      },
    ],
  ),
]
