export class Violation extends Error {
  override name = 'Violation'
  readonly invariant: number

  constructor(invariant: number, what: string) {
    super(`Invariant ${invariant}: ${what}`)
    this.invariant = invariant
  }
}

export function demand(invariant: number, isKept: boolean, what: () => string): void {
  if (!isKept) throw new Violation(invariant, what())
}
