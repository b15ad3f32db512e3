import { useState } from 'react'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { inChartOrder, usualPlatforms } from '#core/domain/exposure/exposure-charts.ts'
import { exposureSeries, platformName } from '#core/domain/exposure/exposure-words.ts'
import { pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'
import {
  exposureToForm,
  fieldOf,
  changedFigures,
  type ParsedExposure,
  type TypedExposure,
  typedExposureSchema,
} from '#core/domain/exposure/typed-exposure.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { notify } from '#state/notifications.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { DialogForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './figures-sheet.module.css'
import { failureOfFigures, type ListingWeek, saveExposure } from './listing-week-queries.ts'
import { formatDate } from '#core/format/dates.ts'

type FiguresSheetProps = { week: ListingWeek; onClose: () => void }

/** A form for the platforms' figures of the past two weeks, day by day. */
export function FiguresSheet({ week, onClose }: FiguresSheetProps) {
  const dashboard = week.copy?.dashboard
  const recorded = [dashboard?.statistics, dashboard?.previous?.statistics].map(
    (statistics) => statistics?.exposure_stats.daily_data ?? {},
  )
  const platforms = inChartOrder([...usualPlatforms, ...recorded.flatMap((daily) => Object.keys(daily))])
  const [platform, setPlatform] = useState(platforms[0] ?? '')
  return (
    <Sheet open title="Enter Figures" onClose={onClose}>
      <div className={styles.sheet}>
        <SelectField label="Platform" value={platform} onChange={(event) => setPlatform(event.target.value)}>
          {platforms.map((name) => (
            <option key={name} value={name}>
              {platformName(name)}
            </option>
          ))}
          <option value="">Other</option>
        </SelectField>
        <FiguresForm
          key={platform}
          week={week}
          platform={platform}
          recorded={recorded.map((daily) => daily[platform])}
          onClose={onClose}
        />
      </div>
    </Sheet>
  )
}

type FiguresFormProps = {
  week: ListingWeek
  platform: string
  /** The platform's saved figures of the past week and of the week before. */
  recorded: readonly (DailyExposure | undefined)[]
  onClose: () => void
}

function FiguresForm({ week: { listing, period }, platform, recorded, onClose }: FiguresFormProps) {
  const device = useDevice()
  // The days stay as they were when the form opened, also after midnight.
  const [weeks] = useState(() => [
    { name: 'Past week', dates: pastWeekOf(period.end_date).dates },
    { name: 'Week before', dates: weekBefore(period.end_date).dates },
  ])
  const dates = weeks.flatMap((one) => one.dates)
  const [drafts] = useState(() => draftPort<TypedExposure>(device.owner, `figures:${listing.key}:${platform}`))
  const [schema] = useState(() => typedExposureSchema(dates))
  const form = useRecordForm<TypedExposure, ParsedExposure>({
    schema,
    opened: exposureToForm(platform, recorded, dates),
    labels: labelsOf(dates),
    drafts,
    whileDirty: countDirtyForm,
    failure: failureOfFigures,
    save: async ({ parsed, values, opened }) => {
      const figures = changedFigures(parsed, values, opened, dates)
      const refused = await saveExposure(device, listing, figures)
      if (refused) return refused
      notify({ type: 'success', title: 'Figures Saved', message: 'The charts and the seller report show them.' })
    },
    onSaved: onClose,
  })

  return (
    <DialogForm form={form} label="Figures" onCancel={onClose}>
      <RecordNotice entity="listing" recordKey={listing.key} />
      {platform === '' && <TextField {...form.field('platform')} autoComplete="off" required />}
      <p className={styles.hint}>Leave blank what you don’t know.</p>
      {weeks.map(({ name, dates: days }) => (
        <div key={name} className={styles.days} role="group" aria-label={name}>
          <span className={styles.date}>{name}</span>
          {exposureSeries.map((series) => (
            <span key={series} className={styles.head} aria-hidden>
              {series}
            </span>
          ))}
          {days.map((date) => (
            <div key={date} className={styles.day}>
              <span>{formatDate(date, date)}</span>
              {exposureSeries.map((series) => {
                const { label, ...field } = form.field(fieldOf(series, date))
                return (
                  <TextField
                    key={series}
                    {...field}
                    label={<VisuallyHidden>{label}</VisuallyHidden>}
                    inputMode="numeric"
                    autoComplete="off"
                  />
                )
              })}
            </div>
          ))}
        </div>
      ))}
    </DialogForm>
  )
}

function labelsOf(dates: readonly string[]): Record<string, string> {
  const cells = dates.flatMap((date) =>
    exposureSeries.map((series) => [fieldOf(series, date), `${series}, ${formatDate(date, date)}`]),
  )
  return { platform: 'Platform', ...(Object.fromEntries(cells) as Record<string, string>) }
}
