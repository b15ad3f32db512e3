import { create } from 'zustand'

/**
 * `waiting`: needs the agent's consent. `updating`: may take minutes. `needs-reload`: this page is older than its files or
 * data.
 */
type UpdateState = 'none' | 'waiting' | 'updating' | 'needs-reload'

export type Update = {
  state: UpdateState
  /** Forms in this tab with unsaved text; while there are any, nothing reloads by itself. */
  dirtyForms: number
  /** Activates the new version; null if there is none. */
  accept: (() => void) | null
}

export const useUpdate = create<Update>(() => ({ state: 'none', dirtyForms: 0, accept: null }))

/** Counts a form as dirty until the returned function is called; the `whileDirty` of `useRecordForm`. */
export function countDirtyForm(): () => void {
  let isCounted = true
  useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms + 1 }))
  return () => {
    if (!isCounted) return
    isCounted = false
    useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms - 1 }))
  }
}

export function updateIsReady(accept: () => void): void {
  const agree = () => {
    useUpdate.setState({ state: 'updating' })
    accept()
  }
  useUpdate.setState({ state: 'waiting', accept: agree })
}

export function reloadIsNeeded(reload: () => void): void {
  useUpdate.setState({ state: 'needs-reload', accept: reload })
}
