/*
 * Writes before the call returns, because the page may close before IndexedDB finishes a write (fault A1). Uses local storage:
 * when a page is left for another site, Firefox drops the last writes to session storage.
 */

/** Does nothing if storage is refused or full; the last regular save is still there. */
export function writeAtExit(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // See above.
  }
}

/** Null if nothing readable is stored. */
export function readFromExit(name: string): unknown {
  try {
    // Versions until November 2026 used session storage.
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
    // A browser that refuses storage has nothing to delete.
  }
}
