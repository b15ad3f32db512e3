import { longestVisitMinutes, shortestLunchMinutes, shortestVisitMinutes } from '#core/contract/tour-preferences.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { DateField } from '#records/visits/date-field.tsx'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import type { TourFormValues } from '../planning/tour-form-values.ts'
import { tourFormModes } from './tour-form-modes.ts'
import { longestLunch, type TourFormInput } from './tour-form-schema.ts'
import styles from './tour-form.module.css'

export type TourFields = {
  form: RecordForm<TourFormValues, TourFormInput>
  values: TourFormValues
}

/** When a new tour is, and whom it is for; the rest is in `IntelligentMode`. */
export function NewTourFields({ form, laterStart }: Pick<TourFields, 'form'> & { laterStart: string | null }) {
  return (
    <Card element="div" className={styles.fields}>
      <div className={styles.triple}>
        <DateField form={form} name="tour_date" />
        <TextField
          {...form.field('start_time')}
          type="time"
          hint={laterStart === null ? undefined : `Planned from ${timeInWords(laterStart)}`}
        />
        <TextField {...form.field('end_time')} type="time" />
      </div>
      <ClientField form={form} hint={tourFormModes.new.hints.client} />
    </Card>
  )
}

/** All fields of a tour that is changed but its homes. */
export function EditedTourFields({ form, values, opened }: TourFields & { opened: TourFormValues }) {
  return (
    <Card element="div" className={styles.pairs}>
      <ClientField form={form} className={styles.wide} />
      <DateField form={form} name="tour_date" className={styles.wide} />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
      <VisitMinutes form={form} mode="edit" />
      <LunchSwitch form={form} />
      <LunchMinutes form={form} mode="edit" opened={opened} disabled={!values.include_lunch_break} />
    </Card>
  )
}

type MinutesProps = Pick<TourFields, 'form'> & { mode: keyof typeof tourFormModes }

const typedMinutes = { type: 'number', inputMode: 'numeric' } as const

export function VisitMinutes({ form, mode }: MinutesProps) {
  const { shortestVisit, longestVisit } = tourFormModes[mode].hints
  const limits = { ...typedMinutes, min: shortestVisitMinutes, max: longestVisitMinutes }
  return (
    <>
      <TextField {...form.field('min_duration_per_property')} {...limits} hint={shortestVisit} />
      <TextField {...form.field('max_duration_per_property')} {...limits} hint={longestVisit} />
    </>
  )
}

export function LunchSwitch({ form }: Pick<TourFields, 'form'>) {
  const { error: _, ...lunch } = form.field('include_lunch_break')
  return <SwitchField {...lunch} />
}

type LunchProps = MinutesProps & { opened: TourFormValues; disabled?: boolean }

export function LunchMinutes({ form, mode, opened, disabled = false }: LunchProps) {
  const longest = longestLunch(tourFormModes[mode], opened)
  return (
    <TextField
      {...form.field('lunch_duration')}
      {...typedMinutes}
      min={shortestLunchMinutes}
      max={longest}
      hint={tourFormModes[mode].hints.lunch(longest)}
      disabled={disabled}
    />
  )
}
