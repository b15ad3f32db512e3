import { mostStops } from '#core/contract/tour-plan.ts'
import {
  longestLunchMinutes,
  longestLunchMinutesEdited,
  shortestLunchMinutes,
} from '#core/contract/tour-preferences.ts'
import { newTourTimes, selectAListing } from '#core/contract/tour.ts'
import type { Labels } from '#ui/form/form-problems.ts'
import { tourFormLabels, type TourFormValues } from '../planning/tour-form-values.ts'

/** What differs between making a tour and changing one. */
export type TourFormMode = {
  /** The form's accessible name. */
  title: string
  submit: string
  submitting: string
  savedTitle: string
  /** In the order of the page. */
  labels: Labels<TourFormValues>
  /** What blank times stand for; null where times are required. */
  blankTimes: { start_time: string; end_time: string } | null
  fewestHomes: number
  /** Fewer are possible where the choice is as the form was opened with (reading R23). */
  keepsFewHomes: boolean
  tooFewHomes: string
  mostHomes: number
  /** Minutes. */
  longestLunch: number
  hints: {
    client?: string
    shortestVisit: string
    longestVisit: string
    lunch: (longest: number) => string
    /** Where the planner sets the order of the homes. */
    plannedOrder: string
    givenOrder?: string
  }
}

const { tour_date, start_time, end_time, ...otherLabels } = tourFormLabels

/** The specification's differences (readings R22 and R23). */
export const tourFormModes: Record<'new' | 'edit', TourFormMode> = {
  new: {
    title: 'Create Tour',
    submit: 'Create Tour',
    submitting: 'Creating Tour...',
    savedTitle: 'Tour Created',
    labels: { tour_date, start_time, end_time, ...otherLabels },
    blankTimes: newTourTimes,
    fewestHomes: 1,
    keepsFewHomes: false,
    tooFewHomes: selectAListing,
    mostHomes: mostStops,
    longestLunch: longestLunchMinutes,
    hints: {
      client: 'Who is it for?',
      shortestVisit: '15–120 min (30 if blank)',
      longestVisit: '15–120 min (60 if blank)',
      lunch: () => '15–120 min (45 if blank)',
      plannedOrder: 'Intelligent Mode proposes the order. Turn it off to keep your own.',
    },
  },
  edit: {
    title: 'Edit Tour',
    submit: 'Update Tour',
    submitting: 'Updating Tour...',
    savedTitle: 'Tour Updated',
    labels: tourFormLabels,
    blankTimes: null,
    fewestHomes: 2,
    keepsFewHomes: true,
    tooFewHomes: 'Please select at least two properties for the tour.',
    mostHomes: Infinity,
    longestLunch: longestLunchMinutesEdited,
    hints: {
      shortestVisit: '15 to 120 minutes',
      longestVisit: '15 to 120 minutes',
      lunch: (longest) => `${shortestLunchMinutes} to ${longest} minutes`,
      plannedOrder: 'The planner sets the order. Move a home to set your own.',
      givenOrder: 'Visited in this order.',
    },
  },
}
