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

type Shared = Partial<Pick<Mutant, 'file' | 'inside' | 'tests' | 'title'>>
type OneOf<Common> = Omit<Mutant, keyof Common | 'replace'> & Partial<Pick<Mutant, 'tests' | 'replace'>>

/** Bugs that share a file, a function or their tests, which is said once. A bug without `replace` leaves its text out. */
export function bugsIn<const Common extends Shared>(common: Common, bugs: readonly OneOf<Common>[]): Mutant[] {
  return bugs.map((bug) => ({ replace: '', ...common, ...bug }) as unknown as Mutant)
}
