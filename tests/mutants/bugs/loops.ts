import { bugsIn, type Mutant } from '../mutant.ts'

export const loops: Mutant[] = [
  {
    does: 'Nobody notices that nothing moves.',
    file: 'src/core/sync/sending/sender-watch.ts',
    inside: 'watchedServer',
    find: `    return 'stuck'
`,
    replace: `    return new Promise(() => {})
`,
    tests: ['sync/sync-loop.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/loop.ts', tests: ['sync/sync-loop.test.ts'] }, [
    {
      does: 'A new operation wakes nobody.',
      inside: 'createLoop',
      find: 'poke: () => wake.abort(),',
      replace: 'poke: () => {},',
    },
    {
      does: 'Without a trigger nobody looks around.',
      inside: 'idlePauseMs',
      find: 'const idlePauseMs = 60_000',
      replace: 'const idlePauseMs = 6_000_000',
    },
    {
      does: 'After a stop a turn begins.',
      inside: 'createLoop',
      find: `      stopping?.abort()
      stopping = null
`,
      replace: `      stopping = null
`,
    },
  ]),
  {
    does: 'The button is one more poke.',
    file: 'src/core/sync/sync-loop.ts',
    inside: 'createSyncLoop',
    find: `        isRequested = true
`,
    replace: '',
    tests: ['sync/outbox-by-hand.test.ts'],
  },
  {
    does: 'A link that has just come back is trusted.',
    file: 'src/core/sync/sync-once.ts',
    inside: 'exchange',
    find: 'if (run.isAfterOutage && !run.isManual) {',
    replace: 'if (run.isAfterOutage && run.isManual) {',
    tests: ['sync/sending.test.ts', 'sync/time-and-links.test.ts'],
  },
  {
    does: 'A survey’s answers go before the server has them.',
    file: 'src/core/sync/survey/respondent.ts',
    inside: 'isDone',
    find: 'return isEmpty || respondent.sentRevision >= respondent.revision',
    replace: 'return isEmpty || respondent.revision > 0',
    tests: ['sync/respondents.test.ts'],
  },
  {
    does: 'What becomes due while a push ends waits for a minute.',
    file: 'src/core/sync/sending/push.ts',
    inside: 'PushRun',
    find: 'this.#queue.nextDueAt(this.#searchedAt)',
    replace: 'this.#queue.nextDueAt(this.#sending.ports.clock.now())',
    tests: ['sync/time-and-links.test.ts'],
  },
]
