import type { ReactNode } from 'react'
import { type IconProps, ClipboardListIcon } from '#ui/icons/icon.tsx'

export type Place = {
  to: string
  /** The specification's name of the place. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

/** A place that is on every page. */
export const takeSurvey: Place = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }
