import type { Mutant } from '../mutant.ts'

export const plainServer: Mutant[] = [
  {
    does: 'A create whose answer was lost is sent again blindly.',
    file: 'src/core/sync/first-look.ts',
    find: `operation.attempt !== null &&
    !sending.abilities.keys &&`,
    replace: `operation.attempt === null &&
    !sending.abilities.keys &&`,
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'The look for a lost create does not wait.',
    file: 'src/core/sync/settle.ts',
    find: 'createSettlesAfterMs = 60_000',
    replace: 'createSettlesAfterMs = 0',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'A record that is like ours in part is adopted.',
    file: 'src/core/sync/plain-server.ts',
    find: 'likeness(record, operation, referenceIds) === 1)',
    replace: 'likeness(record, operation, referenceIds) >= nearlyOurs)',
    tests: ['sync/plain-server.test.ts', 'sync/crashes/crashes.test.ts'],
  },
  {
    does: 'What is half alike is sent again.',
    file: 'src/core/sync/plain-server.ts',
    find: 'const nearlyOurs = 0.5',
    replace: 'const nearlyOurs = 1',
    tests: ['sync/plain-server.test.ts', 'sync/crashes/crashes.test.ts'],
  },
  {
    does: 'A record that was known before is adopted.',
    file: 'src/core/sync/plain-server.ts',
    find: 'if (!isKnown) unknown.push(record)',
    replace: 'unknown.push(record)',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'One of several matches is adopted.',
    file: 'src/core/sync/plain-server.ts',
    find: 'match !== undefined && another === undefined',
    replace: 'match !== undefined',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'A record is written without being read first.',
    file: 'src/core/sync/first-look.ts',
    find: "if (abilities.versions || operation.kind === 'create') return null",
    replace: "if (!abilities.feed || operation.kind === 'create') return null",
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'Ours that looks plain once is believed.',
    file: 'src/core/sync/server-verdict.ts',
    find: "if (known?.kind !== 'ours') return { kind: 'plain' }",
    replace: "if (known === null || known.kind !== 'plain') return { kind: 'plain' }",
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'Our extensions are sent to a plain server.',
    file: 'src/core/sync/rest-calls.ts',
    find: 'if (keys || extensions.length === 0) return fields',
    replace: 'if (keys || extensions.length > -1) return fields',
    tests: ['sync/tours.test.ts'],
  },
  {
    does: 'A deleted listing stands in a tour as nothing.',
    file: 'src/core/sync/list-references.ts',
    find: "return known === null && typeof member === 'string' ? [] : [known]",
    replace: 'return [known]',
    tests: ['sync/tours.test.ts'],
  },
  {
    does: 'A look writes back what it read, over an edit that was folded in meanwhile.',
    file: 'src/core/sync/first-look.ts',
    find: 'store.putOperation({ ...current, ...change })',
    replace: 'store.putOperation({ ...operation, ...change })',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A photo takes along the listing as this device knows it.',
    file: 'src/core/sync/first-look.ts',
    find: 'if (isMainPhotoCall(operation, abilities)) return refreshListingOfPhoto(sending, operation)',
    replace: 'if (isMainPhotoCall(operation, abilities)) return null',
    tests: ['sync/histories/scenarios.test.ts'],
  },
]
