import { bugsIn, type Mutant } from '../mutant.ts'

export const answers: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/requests/answers.ts', inside: 'judgeSuccess' }, [
    {
      does: 'A page answers for a deletion.',
      find: `  if (bodyKind === 'other' || bodyKind === 'cut-off') return { kind: 'unknown', status, why: 'not-an-answer' }
  const record`,
      replace: '  const record',
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'A success needs no shape.',
      find: `  if (record === null || id === null) return wrongShape
`,
      tests: ['sync/sync-rules.test.ts'],
    },
    {
      does: 'The answer of another record is believed.',
      find: `  if (expected.id !== null && id !== expected.id) return wrongShape
`,
      tests: ['sync/sync-rules.test.ts'],
    },
    {
      does: 'The answer to another create is believed.',
      find: `  if (isNewRecord && typeof clientKey === 'string' && clientKey !== expected.opId) return wrongShape
`,
      tests: ['sync/sync-rules.test.ts', 'sync/sending.test.ts'],
    },
    {
      does: 'A replayed answer is taken for the newest copy.',
      find: "isReplay: headers['idempotent-replay'] === 'true',",
      replace: 'isReplay: false,',
      tests: ['sync/sending.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/requests/answers.ts', inside: 'judge', tests: ['sync/sync-rules.test.ts'] }, [
    {
      does: 'A timeout counts as never sent.',
      find: 'return answer.mayHaveArrived ? ',
      replace: "return answer.cause === 'aborted' ? ",
    },
    {
      does: 'A server error is a refusal.',
      find: `  if (status >= 500) return { kind: 'unknown', status, why: 'server-error' }
`,
    },
    {
      does: 'A request that took too long is a refusal.',
      find: 'status < 400 || status === 408',
      replace: 'status < 400',
    },
    {
      does: '503 pauses nothing.',
      find: 'if (status === 429 || status === 503) {',
      replace: 'if (status === 429) {',
    },
    {
      does: 'What a 503 met counts as never sent.',
      find: 'mayHaveArrived: status === 503',
      replace: 'mayHaveArrived: false',
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'A key in progress is taken for a clash.',
      find: "if (refusal.code !== 'key_in_progress') return",
      replace: 'if (refusal.status === 409) return',
    },
    {
      does: 'A stale token is a refusal.',
      find: "if (refusal.code === 'csrf_failed' || refusal.code === null)",
      replace: "if (refusal.code === 'nothing')",
    },
    {
      does: 'A stale version is a refusal.',
      find: 'case 412:',
      replace: 'case 418:',
    },
    {
      does: 'What was added below a record that is to be deleted counts as read.',
      find: "hasUnreadChildren: refusal.code === 'unread_below'",
      replace: 'hasUnreadChildren: false',
      tests: ['sync/deletions-of-parents.test.ts'],
    },
    {
      does: 'Another session’s owner is a refusal.',
      find: `      if (refusal.code === 'wrong_agent') return { kind: 'wrong-agent' }
`,
    },
    {
      does: 'A proxy’s page is a refusal.',
      find: "if (answer.bodyKind === 'other') return { kind: 'unknown', status, why: 'page' }",
    },
  ]),
  {
    does: 'A redirect is followed into a portal.',
    file: 'src/core/sync/requests/answers.ts',
    inside: 'isRedirectToLogin',
    find: "status >= 300 && status < 400 && /^\\/(?!\\/)/.test(headers['location'] ?? '')",
    replace: 'status >= 300 && status < 400',
    tests: ['sync/sync-rules.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/apply-failure.ts', tests: ['sync/sender.test.ts'] }, [
    {
      does: 'An operation is dropped on 401.',
      inside: 'applyFailure',
      find: "await tx.putOperation({ ...before, state: 'needs-login' })",
      replace: 'await tx.deleteOperations([before.seq])',
    },
    {
      does: 'A 401 counts as an attempt.',
      inside: 'applyFailure',
      find: "await tx.putOperation({ ...before, state: 'needs-login' })",
      replace: "await tx.putOperation({ ...claimed, state: 'needs-login' })",
    },
    {
      does: 'A late failure undoes a newer attempt.',
      inside: 'applyFailure',
      find: `  if (current.state !== 'sending' || current.attempts !== claimed.attempts) return
`,
    },
    {
      does: 'What something on the way stops for ever is never shown.',
      inside: 'isHopeless',
      find: 'return attempts >= 20 &&',
      replace: 'return attempts >= 20_000 &&',
    },
  ]),
  {
    does: 'What may have arrived loses its attempt.',
    file: 'src/core/sync/sending/apply-failure.ts',
    inside: 'applyFailure',
    find: "state: 'unknown', nextAt, refusal: unclear",
    replace: "attempt: null, state: 'unknown', nextAt, refusal: unclear",
    tests: ['sync/plain-server.test.ts'],
  },
  ...bugsIn(
    { file: 'src/core/sync/sending/apply-failure.ts', inside: 'applyFailure', tests: ['sync/sending.test.ts'] },
    [
      {
        does: 'A failure is tried again at once.',
        find: 'const nextAt = Math.max(nextAttemptAt(retry, random), searchableFrom(sending, claimed))',
        replace: 'const nextAt = Math.max(now + 1, searchableFrom(sending, claimed))',
      },
      {
        does: 'The pause is forgotten.',
        find: `      await tx.setMeta(pausedUntilMetadataKey, failure.until)
`,
      },
      {
        does: 'A key in progress counts as an attempt.',
        find: "state: 'unknown', attempts: before.attempts, nextAt: failure.until })",
        replace: "state: 'unknown', nextAt: failure.until })",
      },
      {
        does: 'A device that slept between two tries counts as failing often.',
        find: 'const retry = { failures: claimed.attempts, now }',
        replace:
          'const retry = { failures: now - (claimed.firstAttemptAt ?? now) > 3_600_000 ? 8 : claimed.attempts, now }',
        title: 'a laptop that slept',
      },
    ],
  ),
  ...bugsIn(
    {
      file: 'src/core/sync/sending/apply-failure.ts',
      tests: ['sync/references-and-order.test.ts', 'sync/refused-work.test.ts'],
    },
    [
      {
        does: 'A refused operation’s key is not spent.',
        inside: 'rejectedFields',
        find: "return { state: 'attention', attempt: null, refusal }",
        replace: "return { state: 'attention', refusal } as Pick<Operation, 'state' | 'attempt' | 'refusal'>",
      },
      {
        does: 'A refused operation is dropped.',
        inside: 'rejectOperation',
        find: 'await tx.putOperation({ ...operation, ...rejectedFields(refusal) })',
        replace: 'await tx.deleteOperations([operation.seq])',
      },
    ],
  ),
  {
    does: 'A pause counts as an attempt.',
    file: 'src/core/sync/sending/apply-failure.ts',
    inside: 'applyFailure',
    find: "state: 'unknown', attempts: before.attempts, nextAt })",
    replace: "state: 'unknown', nextAt })",
    tests: ['sync/claiming-and-settling.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/apply-failure.ts', tests: ['sync/conflicts.test.ts'] }, [
    {
      does: 'A busy record is merged for ever.',
      inside: 'maxMergeRounds',
      find: 'const maxMergeRounds = 5',
      replace: 'const maxMergeRounds = 9',
    },
    {
      does: 'A merged payload goes under the old key.',
      inside: 'underNextRevision',
      find: "revision: operation.revision + 1, state: 'queued', attempt: null",
      replace: "revision: operation.revision, state: 'queued', attempt: null",
    },
    {
      does: 'A conflict is not merged with the record of the 412.',
      inside: 'mergeAgain',
      find: 'newest === null || isOfListing ? null :',
      replace: 'newest !== undefined ? null :',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/apply-failure.ts', tests: ['sync/html-answers.test.ts'] }, [
    {
      does: 'A page where an answer belongs freezes the change.',
      inside: 'applyFailure',
      find: "if (failure.why === 'page' && ",
      replace: "if (failure.why === 'aborted' && ",
    },
    {
      does: 'A page is met for ever, and the agent never hears of it.',
      inside: 'retryAfterPage',
      find: 'claimed.refusal?.code === pageCode ? (claimed.refusal.times ?? 0) : 0',
      replace: '0',
    },
  ]),
  {
    does: 'The key lacks the revision.',
    file: 'src/core/sync/operation.ts',
    inside: 'idempotencyKey',
    find: '`${operation.opId}:${operation.revision}`',
    replace: '`${operation.opId}:1`',
    tests: ['sync/sending.test.ts', 'sync/conflicts.test.ts'],
  },
  {
    does: 'A local key is sent.',
    file: 'src/core/sync/sending/rest-calls.ts',
    inside: 'requestFor',
    find: 'if (localKeyPattern.test(request.path) || localKeyPattern.test(canonical(request.fields))) {',
    replace: "if (request.path === '') {",
    tests: ['sync/references-and-order.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/rest-calls.ts', inside: 'headersFor' }, [
    {
      does: 'Requests carry no key.',
      find: 'if (capabilities.keys) headers',
      replace: "if (capabilities.keys && operation.kind === 'delete') headers",
      tests: ['sync/sending.test.ts'],
    },
    {
      does: 'Writes are not conditional.',
      find: 'if (capabilities.versions && ifMatch !== null)',
      replace: "if (capabilities.versions && ifMatch === '')",
      tests: ['sync/conflicts.test.ts'],
    },
    {
      does: 'The server is not told whose request it is.',
      find: 'if (capabilities.agentHeader) headers',
      replace: "if (capabilities.agentHeader && ifMatch === '') headers",
      tests: ['sync/sender.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/requests/retry.ts', tests: ['sync/sync-rules.test.ts'] }, [
    {
      does: 'Everybody tries again in the same moment.',
      inside: 'backoffMs',
      find: 'return random() * Math.min(',
      replace: 'return Math.min(',
    },
    {
      does: 'The wait doubles for ever.',
      inside: 'backoffMs',
      find: 'Math.min(longestBackoffMs, second * 2 ** Math.max(0, failures - 1))',
      replace: '(second * 2 ** Math.max(0, failures - 1))',
    },
    {
      does: 'A date to come back at is measured by the device’s clock.',
      inside: 'retryAfterMs',
      find: "const answeredAt = Date.parse(headers['date'] ?? '')",
      replace: 'const answeredAt = Date.now()',
    },
    {
      does: 'The slow lane begins too late.',
      inside: 'isRetriedSlowly',
      find: 'failures >= 8',
      replace: 'failures >= 9',
    },
    {
      does: 'A server may stop this device for a day.',
      inside: 'pausedUntil',
      find: 'return now + Math.min(longestPauseMs, requestedMs * (1 + random() * 0.2))',
      replace: 'return now + requestedMs * (1 + random() * 0.2)',
    },
    {
      does: 'A clock that moved back holds work for ever.',
      inside: 'isDue',
      find: 'nextAt <= now || nextAt - now > longestPauseMs',
      replace: 'nextAt <= now',
    },
    {
      does: 'The planned time of the next try is ignored.',
      inside: 'isDue',
      find: 'nextAt <= now || nextAt - now > longestPauseMs',
      replace: 'nextAt > -1',
    },
  ]),
  {
    does: 'A stale token is not renewed.',
    file: 'src/core/sync/sending/sending-context.ts',
    inside: 'sendWrite',
    find: `  await ports.server.renewAntiForgery()
`,
    replace: '',
    tests: ['sync/sender.test.ts'],
  },
  {
    does: 'Deleting what is gone already asks the agent.',
    file: 'src/core/sync/sending/look-again.ts',
    inside: 'finalVerdict',
    find: "verdict.kind === 'gone' && operation.kind === 'delete'",
    replace: "verdict.kind === 'gone' && operation.kind === 'create'",
    tests: ['sync/conflicts.test.ts'],
  },
  {
    does: 'A server that asks to wait before it says whose session it is, is out of reach.',
    file: 'src/core/sync/sending/which-server.ts',
    inside: 'judgeProfile',
    find: 'answer.status === 429 || answer.status === 503',
    replace: 'answer.status === 429',
    tests: ['sync/sending.test.ts'],
    title: 'the question whose session it is',
  },
]
