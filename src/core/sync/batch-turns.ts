/** The turns of one batch; who is done with a step says so, and at the latest `end` says it of all of them. */
export type Turns = {
  /** Resolves when the batch before is answered. */
  mayGo: () => Promise<void>
  /** Resolves when the batch before is stored, and all that it let go is claimed: the server waits for the claims. */
  maySettle: () => Promise<void>
  claimed: () => void
  answered: () => void
  end: () => void
}

/** One batch is on its way at a time, and they are stored in their order; the next one is claimed meanwhile. */
export function batchTurns(): () => Turns {
  const claims = new Set<Promise<void>>()
  let lastAnswered = Promise.resolve()
  let lastStored = Promise.resolve()

  return () => {
    const [before, stored] = [lastAnswered, lastStored]
    const [claim, answer, store] = [gate(), gate(), gate()]
    claims.add(claim.opened)
    lastAnswered = answer.opened
    lastStored = store.opened
    function claimed(): void {
      claims.delete(claim.opened)
      claim.open()
    }
    return {
      mayGo: () => before,
      maySettle: async () => {
        await stored
        await Promise.all(claims)
      },
      claimed,
      answered: answer.open,
      end: () => {
        claimed()
        answer.open()
        store.open()
      },
    }
  }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
