/*
 * Stores text that was typed just before a page closes. IndexedDB might not finish the write in time (fault A1), and Firefox drops the
 * last writes to session storage when a page is left for another site, so this uses local storage.
 */

/** Does nothing if storage is refused or full. */
export function writeAtExit(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The last regular save remains.
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

/** Returns the names of everything in local and session storage, also of values stored elsewhere in the app. */
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
