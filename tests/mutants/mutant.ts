/** A small fault that somebody might make, and the tests that must notice it. */
export type Mutant = {
  /** What the program does wrong with it. */
  does: string
  /** Below the project. */
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** Below `tests/`; at least one of their tests must fail within a minute. */
  tests: readonly string[]
}
