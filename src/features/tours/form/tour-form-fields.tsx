import {
  longestVisitMinutes,
  shortestLunchMinutes,
  shortestVisitMinutes,
  defaultTourPreferences,
} from '#core/contract/tour-preferences.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { DateField } from '#records/visits/date-field.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import type { TourFormValues } from '../planning/tour-form-values.ts'
import { longestLunch, type TourFormInput, tourFormModes } from './tour-form-schema.ts'
import styles from './tour-form.module.css'
import { Button } from '#ui/basics/button.tsx'
import { formatTime } from '#core/format/times.ts'

type TourFields = {
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
          hint={laterStart === null ? undefined : `Planned from ${formatTime(laterStart)}`}
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

function VisitMinutes({ form, mode }: MinutesProps) {
  const { shortestVisit, longestVisit } = tourFormModes[mode].hints
  const limits = { ...typedMinutes, min: shortestVisitMinutes, max: longestVisitMinutes }
  return (
    <>
      <TextField {...form.field('min_duration_per_property')} {...limits} hint={shortestVisit} />
      <TextField {...form.field('max_duration_per_property')} {...limits} hint={longestVisit} />
    </>
  )
}

function LunchSwitch({ form }: Pick<TourFields, 'form'>) {
  const { error: _, ...lunch } = form.field('include_lunch_break')
  return <SwitchField {...lunch} />
}

type LunchProps = MinutesProps & { opened: TourFormValues; disabled?: boolean }

function LunchMinutes({ form, mode, opened, disabled = false }: LunchProps) {
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

/** How the planner is to work, or that it should only time what the agent has put in order. */
export function IntelligentMode({ form, values, opened }: TourFields & { opened: TourFormValues }) {
  const { error: _, ...intelligent } = form.field('is_intelligent')
  return (
    <Card element="div" className={styles.fields}>
      <SwitchField {...intelligent} hint="Proposes times and order" />
      {values.is_intelligent && (
        <div className={styles.pair}>
          <VisitMinutes form={form} mode="new" />
        </div>
      )}
      {values.is_intelligent && <Stretching form={form} values={values} />}
      <LunchSwitch form={form} />
      {values.include_lunch_break && <LunchMinutes form={form} mode="new" opened={opened} />}
    </Card>
  )
}

/** The plan fills the day up to the maximum, which ends it later than many buyers stay: one press keeps visits short. */
function Stretching({ form, values: { min_duration_per_property, max_duration_per_property } }: TourFields) {
  const { min_duration_per_property: usualMin, max_duration_per_property: usualMax } = defaultTourPreferences
  const least = min_duration_per_property.trim() || String(usualMin)
  const most = max_duration_per_property.trim() || String(usualMax)
  const setMost = (minutes: string) =>
    form.form.setValue('max_duration_per_property', minutes, { shouldDirty: true, shouldValidate: true })
  if (Number(most) > Number(least)) {
    return (
      <Button variant="quiet" onClick={() => setMost(least)}>
        Keep Visits to {least} min
      </Button>
    )
  }
  const longer = Math.max(usualMax, Number(least))
  if (longer <= Number(least)) return null
  return (
    <Button variant="quiet" onClick={() => setMost(String(longer))}>
      Stretch Visits to {longer} min
    </Button>
  )
}
