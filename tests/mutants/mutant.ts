/** A small bug that a developer might make, and the tests that must catch it. */
export type Mutant = {
  does: string
  /** Path in the project. */
  file: string
  /** The changed function, class or constant at the file's top level, by name. */
  inside: string
  /** Occurs there exactly once; line breaks do not matter. */
  find: string
  replace: string
  /** Paths in `tests/`; at least one of their tests must fail within two minutes. */
  tests: readonly string[]
  /** Part of the titles of the tests to run; without it, all run. */
  title?: string
}

type Shared = Partial<Pick<Mutant, 'file' | 'inside' | 'tests' | 'title'>>
type OneOf<Common> = Omit<Mutant, keyof Common | 'replace'> & Partial<Pick<Mutant, 'tests' | 'replace'>>

/** Bugs that share a file, a function or tests. A bug without `replace` removes its text. */
export function bugsIn<const Common extends Shared>(common: Common, bugs: readonly OneOf<Common>[]): Mutant[] {
  return bugs.map((bug) => ({ replace: '', ...common, ...bug }) as unknown as Mutant)
}
