import { create } from 'zustand'

/** `waiting`: a new version needs consent. `updating`: may take minutes. `needs-reload`: the page is older than the files or data on this device. */
type UpdateState = 'none' | 'waiting' | 'updating' | 'needs-reload'

export type Update = {
  state: UpdateState
  /** Forms in this tab with unsaved text; while there are any, nothing reloads by itself. */
  dirtyForms: number
  /** Activates the new version, or reloads the page for `needs-reload`; null if there is nothing to accept. */
  accept: (() => void) | null
}

export const useUpdate = create<Update>(() => ({ state: 'none', dirtyForms: 0, accept: null }))

/** Counts a form as dirty until the returned function is called. Forms pass it to `useRecordForm` as `whileDirty`. */
export function countDirtyForm(): () => void {
  let isCounted = true
  useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms + 1 }))
  return () => {
    if (!isCounted) return
    isCounted = false
    useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms - 1 }))
  }
}

export function offerUpdate(accept: () => void): void {
  const agree = () => {
    useUpdate.setState({ state: 'updating' })
    accept()
  }
  useUpdate.setState({ state: 'waiting', accept: agree })
}

export function requireReload(reload: () => void): void {
  useUpdate.setState({ state: 'needs-reload', accept: reload })
}
