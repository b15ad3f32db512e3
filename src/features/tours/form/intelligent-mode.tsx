import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { Button } from '#ui/basics/button.tsx'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { TourFormValues } from '../planning/tour-form-values.ts'
import { LunchMinutes, LunchSwitch, type TourFields, VisitMinutes } from './tour-form-fields.tsx'
import styles from './tour-form.module.css'

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
