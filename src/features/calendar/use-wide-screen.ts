import { useMedia } from '#ui/use-media.ts'

/** True from 768 px on, where a calendar's grid has room; below, its list stands instead (reading R25). */
export function useWideScreen(): boolean {
  return useMedia('(min-width: 768px)')
}
