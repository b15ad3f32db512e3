/*
 * For what must be stored before the call returns, because the page may be gone before IndexedDB finishes a write (fault A1).
 * Local storage, not session storage: when a page is left for another site, Firefox drops what was written to that last.
 */

/** Does nothing where the browser refuses the storage or it is full: what was saved a moment before is still there. */
export function writeAtExit(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // See above.
  }
}

/** Null where nothing is stored, or nothing that can be read. */
export function readFromExit(name: string): unknown {
  try {
    // Versions until November 2026 left it in session storage.
    const text = localStorage.getItem(name) ?? sessionStorage.getItem(name)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function namesAtExit(): string[] {
  try {
    return [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage))
  } catch {
    return []
  }
}

export function deleteFromExit(isUnneeded: (name: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const name of Object.keys(storage)) if (isUnneeded(name)) storage.removeItem(name)
    }
  } catch {
    // A browser that refuses the storage has nothing in it.
  }
}
