import { create } from 'zustand'

/**
 * `waiting`: a newer version is on this device and waits for the agent's word; `updating`: it has it, and the browser lets
 * the old one end what it is at, which may take minutes; `needs-reload`: this page is older than the files or the data
 * around it and must reload before it goes on.
 */
type UpdateState = 'none' | 'waiting' | 'updating' | 'needs-reload'

export type Update = {
  state: UpdateState
  /** Forms in this tab that hold something unsaved; while there are any, nothing reloads by itself. */
  dirtyForms: number
  /** Brings the new version in; null while there is none. */
  accept: (() => void) | null
}

export const useUpdate = create<Update>(() => ({ state: 'none', dirtyForms: 0, accept: null }))

/** Counts a form as dirty until the returned function is called; what `useRecordForm` calls `whileDirty`. */
export function countDirtyForm(): () => void {
  let isCounted = true
  useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms + 1 }))
  return () => {
    if (!isCounted) return
    isCounted = false
    useUpdate.setState(({ dirtyForms }) => ({ dirtyForms: dirtyForms - 1 }))
  }
}

/** A newer version is ready; `accept` brings it in. */
export function updateIsReady(accept: () => void): void {
  const agree = () => {
    useUpdate.setState({ state: 'updating' })
    accept()
  }
  useUpdate.setState({ state: 'waiting', accept: agree })
}

/** This page cannot go on without a reload; forms keep their drafts. */
export function reloadIsNeeded(reload: () => void): void {
  useUpdate.setState({ state: 'needs-reload', accept: reload })
}
