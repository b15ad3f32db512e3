import { useCallback, useRef } from 'react'
import { countDirtyForm } from './update.ts'

/** For a form's `onDirtyChange`: while it holds something unsaved, no new version of the app reloads the page. */
export function useDirtyForm(): (isDirty: boolean) => void {
  const release = useRef<(() => void) | null>(null)
  return useCallback((isDirty) => {
    if (isDirty) release.current ??= countDirtyForm()
    else {
      release.current?.()
      release.current = null
    }
  }, [])
}
