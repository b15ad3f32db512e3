import { test } from 'vitest'

type Run<Case extends readonly unknown[]> = (...values: [...Case]) => Promise<void> | void

/** A test for `npm run test:all` only: see "What runs when" in tests/README.md. */
export const longTest = Object.assign((title: string, run: Run<[]>): void => test(title, { tags: 'long' }, run), {
  each: ((cases: readonly unknown[]) => tagged(cases, ['long'])) as typeof test.each,
})

/** One test for each case: the first `atGate` in every run, the others as long tests. */
export function testEach<Case extends readonly unknown[]>(cases: readonly Case[], { atGate }: { atGate: number }) {
  return (title: string, run: Run<Case>): void => {
    tagged<Case>(cases.slice(0, atGate), [])(title, run)
    tagged<Case>(cases.slice(atGate), ['long'])(title, run)
  }
}

function tagged<Case extends readonly unknown[]>(cases: readonly unknown[], tags: string[]) {
  return (title: string, run: Run<Case>): void =>
    test.each(cases)(title, { tags }, run as unknown as (...values: unknown[]) => Promise<void>)
}
