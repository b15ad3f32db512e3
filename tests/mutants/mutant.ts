/** A small fault that somebody might make, and the tests that must notice it. */
export type Mutant = {
  /** What the program does wrong with it. */
  does: string
  /** Below the project. */
  file: string
  /** What is changed: a function, class or constant of the file's top level, by its name. */
  inside: string
  /** Stands in there exactly once; how it is broken into lines makes no difference. */
  find: string
  replace: string
  /** Below `tests/`; at least one of their tests must fail within two minutes. */
  tests: readonly string[]
  /** Words in the titles of the tests that are tried; all without them. */
  title?: string
}
