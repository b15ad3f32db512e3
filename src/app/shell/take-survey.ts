import type { ReactNode } from 'react'
import type { IconProps } from '#ui/icons/draw-icon.tsx'
import { ClipboardListIcon } from '#ui/icons/first-page-icons.tsx'

export type Place = {
  to: string
  /** The specification's name of the place. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

/** A place that is on every page. */
export const takeSurvey: Place = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }
