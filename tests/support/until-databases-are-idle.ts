const running = new Set<IDBTransaction>()

// oxlint-disable-next-line typescript/unbound-method -- called with its `this` below
const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (...which) {
  const transaction = begin.apply(this, which)
  running.add(transaction)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
  return transaction
}

/** Resolves when no transaction of this page runs, so that a late query does not meet a closed database. */
export async function untilDatabasesAreIdle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve))
  while (running.size > 0)
}
