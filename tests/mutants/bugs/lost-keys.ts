import { bugsIn, type Mutant } from '../mutant.ts'

const onTheWay = ['sync/lost-answers.test.ts']
const byACopy = ['sync/refused-work.test.ts']

/** Bugs around idempotency keys that do not arrive, or that another device has used. */
export const lostKeys: Mutant[] = [
  {
    does: 'A key that does not pass as a header stands nowhere.',
    file: 'src/core/sync/sending/rest-calls.ts',
    inside: 'requestFor',
    find: 'capabilities.keysInUrl ?',
    replace: 'false ?',
    tests: onTheWay,
  },
  {
    does: 'A server that does not say the key back is believed to have it.',
    file: 'src/core/sync/sending/which-server.ts',
    inside: 'probeServer',
    find: 'if (isKeyLost) await tx.setMeta(keysAreLostMetadataKey, true)',
    replace: '',
    tests: onTheWay,
  },
  ...bugsIn({ file: 'src/core/sync/sending/apply-failure.ts', inside: 'applyFailure' }, [
    {
      does: 'A refusal for a lost key is forgotten.',
      find: 'await tx.setMeta(keysAreLostMetadataKey, true)',
      tests: onTheWay,
    },
    {
      does: 'A key that a copy of the device has used is the agent’s trouble.',
      find: "failure.refusal.code === 'key_reused'",
      replace: 'false',
      tests: byACopy,
    },
  ]),
  {
    does: 'An answer under another key is believed.',
    file: 'src/core/sync/requests/answers.ts',
    inside: 'judge',
    find: 'echoedKey !== expected.key)',
    replace: 'false)',
    tests: onTheWay,
  },
  {
    does: 'What a copy of the device has written is overwritten.',
    file: 'src/core/sync/sending/patch-missing-fields.ts',
    inside: 'patchMissingFields',
    find: 'if (isByCopy) for',
    replace: 'if (false) for',
    tests: byACopy,
  },
]
