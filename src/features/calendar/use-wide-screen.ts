import { useSyncExternalStore } from 'react'

/** True from 768 px on, where a calendar's grid has room; below, its list stands instead (decisions §10). */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

const wide = '(min-width: 768px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
