/** How long a search may go on: a number of rounds, or milliseconds of a clock that is given. */
export type SearchBudget = {
  iterations?: number | undefined
  budgetMs?: number | undefined
  now?: (() => number) | undefined
}

const usualIterations = 20_000
/** Asking the clock costs more than a round of a small search. */
const roundsBetweenLooks = 16

/** A question to be asked before every round: may it still be begun? */
export function mayContinue({ iterations, budgetMs, now }: SearchBudget): () => boolean {
  if (budgetMs === undefined) {
    let left = iterations ?? usualIterations
    return () => left-- > 0
  }
  if (now === undefined) throw new TypeError('A budget in milliseconds needs a clock.')
  const until = now() + budgetMs
  let rounds = 0
  let isOver = false
  return () => {
    if (!isOver && rounds++ % roundsBetweenLooks === 0) isOver = now() >= until
    return !isOver && (iterations === undefined || rounds <= iterations)
  }
}
