import { useWatch } from 'react-hook-form'
import {
  defaultTourPreferences,
  longestLunchMinutes,
  longestVisitMinutes,
  shortestLunchMinutes,
  shortestVisitMinutes,
} from '#core/contract/tour-preferences.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import styles from './new-tour.module.css'
import type { NewTourInput, NewTourValues } from './new-tour-values.ts'

/** How the planner is to work, or that it should only time what the agent has put in order. */
export function IntelligentMode({ form }: { form: RecordForm<NewTourValues, NewTourInput> }) {
  const { is_intelligent: isOn, include_lunch_break: hasLunch } = useWatch({ control: form.form.control })
  const visit = { type: 'number', inputMode: 'numeric', min: shortestVisitMinutes, max: longestVisitMinutes } as const
  const { error: _, ...intelligent } = form.field('is_intelligent')
  const { error: __, ...lunch } = form.field('include_lunch_break')
  return (
    <Card element="div" className={styles.fields}>
      <SwitchField {...intelligent} hint="Proposes times and order" />
      {isOn && (
        <div className={styles.pair}>
          <TextField {...form.field('min_duration_per_property')} {...visit} hint="15–120 min (30 if blank)" />
          <TextField {...form.field('max_duration_per_property')} {...visit} hint="15–120 min (60 if blank)" />
        </div>
      )}
      {isOn && <Stretching form={form} />}
      <SwitchField {...lunch} />
      {hasLunch && (
        <TextField
          {...form.field('lunch_duration')}
          type="number"
          inputMode="numeric"
          min={shortestLunchMinutes}
          max={longestLunchMinutes}
          hint="15–120 min (45 if blank)"
        />
      )}
    </Card>
  )
}

/** The plan fills the day up to the maximum, which ends it later than many buyers stay: one press keeps visits short. */
function Stretching({ form }: { form: RecordForm<NewTourValues, NewTourInput> }) {
  const { min_duration_per_property, max_duration_per_property } = useWatch({ control: form.form.control })
  const { min_duration_per_property: usualMin, max_duration_per_property: usualMax } = defaultTourPreferences
  const least = (min_duration_per_property ?? '').trim() || String(usualMin)
  const most = (max_duration_per_property ?? '').trim() || String(usualMax)
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
