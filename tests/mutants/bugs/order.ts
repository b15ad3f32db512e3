import { bugsIn, type Mutant } from '../mutant.ts'

export const order: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/sending/send-operation.ts', inside: 'claim', tests: ['sync/sender.test.ts'] }, [
    {
      does: 'What is not the first of its chain is claimed.',
      find: `  if (first?.seq !== seq) return null
`,
    },
    {
      does: 'Attempts are not counted.',
      find: 'attempts: operation.attempts + 1,',
      replace: 'attempts: operation.attempts,',
      tests: ['sync/sending.test.ts'],
    },
    {
      does: 'The time of the first attempt begins anew each time.',
      find: 'firstAttemptAt: operation.firstAttemptAt ?? now,',
      replace: 'firstAttemptAt: now,',
    },
  ]),
  ...bugsIn(
    {
      file: 'src/core/sync/sending/send-operation.ts',
      inside: 'isSendable',
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    [
      {
        does: 'An operation is sent under another agent.',
        find: 'operation.owner !== ports.replica.owner || isOfNewerFormat(operation)',
        replace: 'isOfNewerFormat(operation)',
      },
      {
        does: 'Two senders claim the same operation.',
        find: "!waitsForAgent(operation) && operation.state !== 'sending' && isDue",
        replace: '!waitsForAgent(operation) && isDue',
      },
    ],
  ),
  {
    does: 'The attempt is not frozen: it takes the newest version along.',
    file: 'src/core/sync/sending/send-operation.ts',
    inside: 'isFrozen',
    find: 'return operation.attempt !== null && capabilities.keys',
    replace: "return operation.attempt !== null && capabilities.photos && operation.key === ''",
    tests: ['sync/sending.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/record-queue.ts', tests: ['sync/sync-rules.test.ts'] }, [
    {
      does: 'A child goes before its parent is made.',
      inside: 'SendQueue',
      find: 'return !waitsForCreate && !this.#isStillReferredTo(first)',
      replace: 'return !this.#isStillReferredTo(first)',
    },
    {
      does: 'What waits in conflict lets its chain pass.',
      inside: 'waitsForAgent',
      find: "return operation.state === 'attention' || operation.state === 'conflict'",
      replace: "return operation.state === 'attention'",
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/record-queue.ts', tests: ['sync/claiming-and-settling.test.ts'] }, [
    {
      does: 'A record is deleted before what refers to it is settled.',
      inside: 'SendQueue',
      find: 'return !waitsForCreate && !this.#isStillReferredTo(first)',
      replace: 'return !waitsForCreate',
    },
    {
      does: 'Photos take all places.',
      inside: 'maxPhotosInFlight',
      find: 'const maxPhotosInFlight = 2',
      replace: 'const maxPhotosInFlight = 6',
    },
  ]),
  {
    does: 'Seven requests are open at once.',
    file: 'src/core/sync/sending/record-queue.ts',
    inside: 'maxInFlight',
    find: 'const maxInFlight = 6',
    replace: 'const maxInFlight = 7',
    tests: ['sync/sending.test.ts'],
  },
  {
    does: 'An operation of a newer program is sent.',
    file: 'src/core/sync/writing/upgrade-operation.ts',
    inside: 'isOfNewerFormat',
    find: 'return operation.format > operationFormat',
    replace: 'return operation.format < 0',
    tests: ['sync/old-queues.test.ts'],
  },
  {
    does: 'What may have arrived is worked out anew under the same key.',
    file: 'src/core/sync/sending/prepare-to-send.ts',
    inside: 'prepareToSend',
    find: 'const mayChange = operation.attempt === null || !sending.capabilities.keys',
    replace: "const mayChange = operation.kind !== 'create'",
    tests: ['sync/sending.test.ts'],
  },
  {
    does: 'A sender’s death is forgotten, and its work queued as if it had never left.',
    file: 'src/core/sync/sending/sender-watch.ts',
    inside: 'recoverInFlight',
    find: "{ ...operation, state: 'unknown', nextAt: 0 }",
    replace: "{ ...operation, state: 'queued', attempt: null, nextAt: 0 }",
    tests: ['sync/crashes/crashes.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sync-once.ts', tests: ['sync/sender.test.ts'] }, [
    {
      does: 'Nobody takes over what a dead sender was sending.',
      inside: 'tidyUp',
      find: 'const recovered = await recoverInFlight(replica)',
      replace: 'const recovered = 0',
    },
    {
      does: 'Nobody asks whose session it is.',
      inside: 'meetServer',
      find: `  if (identity !== 'owner' && identity !== 'visitors') return ended(identity)
`,
    },
    {
      does: 'A pause that the server asked for is not kept.',
      inside: 'meetServer',
      find: 'if (!run.isManual && pausedUntil !== undefined && ',
      replace: 'if (!run.isManual && pausedUntil === 0 && ',
      tests: ['sync/sending.test.ts', 'sync/sync-loop.test.ts'],
    },
    {
      does: 'The lock is not held.',
      inside: 'syncOnce',
      find: "  if ((await senderLock.hold(work, { steal: false })) === 'busy' && (await isHolderSilent(ports))) {",
      replace: `  await work(run.stop)
  if (clock.now() < 0) {`,
    },
    {
      does: 'The lock is stolen from a sender that lives.',
      inside: 'syncOnce',
      find: "=== 'busy' && (await isHolderSilent(ports))",
      replace: "=== 'busy'",
    },
    {
      does: 'Unreadable operations stay in the way.',
      inside: 'tidyUp',
      find: '(tx) => tx.quarantineUnreadable(clock.now())',
      replace: 'async () => 0',
      tests: ['sync/old-queues.test.ts'],
    },
    {
      does: 'The journal is emptied at once.',
      inside: 'exchange',
      find: 'tx.deleteJournalBefore(ports.clock.now() - journalMs, server.history.journalFrom)',
      replace: 'tx.deleteJournalBefore(Infinity, Infinity)',
      tests: ['sync/time-and-links.test.ts'],
    },
    {
      does: 'The button does not try before the time.',
      inside: 'meetServer',
      find: '  if (!run.isManual && pausedUntil',
      replace: '  if (pausedUntil',
      tests: ['sync/outbox-by-hand.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/sender-watch.ts', tests: ['sync/sender.test.ts'] }, [
    {
      does: 'A frozen sender keeps the lock for ever.',
      inside: 'silentAfterMs',
      find: 'const silentAfterMs = 30_000',
      replace: 'const silentAfterMs = 30_000_000',
    },
    {
      does: 'The sender gives no sign of life.',
      inside: 'withHeartbeat',
      find: 'while (!done.signal.aborted) {',
      replace: 'while (clock.now() < 0) {',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/push.ts', inside: 'PushRun' }, [
    {
      does: 'After an answer that proves nothing the next request goes at once.',
      find: "if (result === 'connection-uncertain') this.#isConnectionUncertain = true",
      replace: "if (result === 'connection-uncertain') return",
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'Sending goes on after a 401.',
      find: "else if (result !== 'go-on') this.#end ??= result",
      replace: "else if (result === 'stopped') this.#end ??= result",
      tests: ['sync/sending.test.ts'],
    },
    {
      does: 'Nobody is marked as blocked.',
      find: `await replica.transact('refresh', (tx) => markBlocked(tx, this.#sending.capabilities))
`,
      tests: ['sync/references-and-order.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/push.ts', inside: 'blockedSeqs' }, [
    {
      does: 'What waits behind a refused record counts as free.',
      find: 'closedQueues.has(entry.queueName) ||',
      replace: 'entry.seq < 0 ||',
      tests: ['sync/sync-rules.test.ts'],
    },
    {
      does: 'A parent that waits for the agent blocks no child.',
      find: 'entry.refersTo.some((name) => missingRecords.has(name))',
      replace: 'entry.refersTo.length < 0',
      tests: ['sync/sync-rules.test.ts', 'sync/references-and-order.test.ts'],
    },
  ]),
]
