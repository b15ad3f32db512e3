import { useState } from 'react'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { platformName } from '#core/domain/exposure-words.ts'
import { inChartOrder } from '#core/domain/exposure-charts.ts'
import { pastWeekOf, weekBefore } from '#core/domain/past-week.ts'
import {
  dailyFigures,
  exposureToForm,
  fieldOf,
  figuresTyped,
  type ParsedExposure,
  type TypedExposure,
  typedExposureSchema,
} from '#core/domain/typed-exposure.ts'
import { dateInWords, fullDateInWords } from '#core/domain/wall-clock.ts'
import { notify } from '#state/notifications.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './figures-sheet.module.css'
import { failureOfFigures, type ListingWeek, saveExposure } from './listing-week-queries.ts'

const usualPlatforms = ['zillow', 'redfin', 'realtor', 'homes', 'trulia']

type FiguresSheetProps = { week: ListingWeek; onClose: () => void }

/** Where the agent copies what the platforms say of a week, day by day. */
export function FiguresSheet({ week, onClose }: FiguresSheetProps) {
  const dashboard = week.copy?.dashboard
  const known = dashboard?.statistics.exposure_stats.daily_data ?? {}
  const platforms = inChartOrder([...usualPlatforms, ...Object.keys(known)])
  const [platform, setPlatform] = useState(platforms[0] ?? '')
  const [isLastWeek, setIsLastWeek] = useState(false)
  const today = week.period.end_date
  const { dates } = isLastWeek ? weekBefore(today) : pastWeekOf(today)
  const told = isLastWeek ? dashboard?.previous?.statistics.exposure_stats.daily_data : known
  return (
    <Sheet open title="Enter figures" onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.choice}>
          <SelectField label="Platform" value={platform} onChange={(event) => setPlatform(event.target.value)}>
            {platforms.map((name) => (
              <option key={name} value={name}>
                {platformName(name)}
              </option>
            ))}
            <option value="">Other</option>
          </SelectField>
          <SelectField
            label="Week"
            value={isLastWeek ? 'before' : 'past'}
            onChange={(event) => setIsLastWeek(event.target.value === 'before')}
          >
            <option value="past">Past week</option>
            <option value="before">Week before</option>
          </SelectField>
        </div>
        <FiguresForm
          key={`${platform} ${dates[0]}`}
          week={week}
          platform={platform}
          dates={dates}
          daily={daysAt(told?.[platform], dates)}
          onClose={onClose}
        />
      </div>
    </Sheet>
  )
}

/** An older copy of the week is about other days. */
function daysAt(daily: DailyExposure | undefined, dates: readonly string[]): DailyExposure | undefined {
  return daily?.dates.join() === dates.join() ? daily : undefined
}

type FiguresFormProps = {
  week: ListingWeek
  /** Empty for one that has to be named. */
  platform: string
  dates: readonly string[]
  daily: DailyExposure | undefined
  onClose: () => void
}

function FiguresForm({ week: { listing }, platform, dates, daily, onClose }: FiguresFormProps) {
  const device = useDevice()
  const [drafts] = useState(() =>
    draftPort<TypedExposure>(device.owner, `figures:${listing.key}:${platform}:${dates[0]}`),
  )
  const [schema] = useState(() => typedExposureSchema(dates.length))
  const form = useRecordForm<TypedExposure, ParsedExposure>({
    schema,
    opened: exposureToForm(platform, daily, dates.length),
    labels: labelsOf(dates),
    drafts,
    whileDirty: countDirtyForm,
    failure: failureOfFigures,
    save: ({ parsed, values, opened }) => saveExposure(device, listing, figuresTyped(parsed, values, opened, dates)),
    onSaved: () => {
      notify({ type: 'success', title: 'Figures Saved', message: 'The charts and the seller report show them.' })
      onClose()
    },
  })

  function cancel(): void {
    form.discardDraft()
    onClose()
  }

  return (
    <RecordForm form={form} label={`Figures from ${fullDateInWords(dates[0] ?? '')}`}>
      {platform === '' && <TextField {...form.field('platform')} autoComplete="off" required />}
      <div className={styles.days}>
        <span />
        {dailyFigures.map((figure) => (
          <span key={figure} className={styles.head} aria-hidden>
            {columnOf[figure]}
          </span>
        ))}
        {dates.map((date, day) => (
          <div key={date} className={styles.day}>
            <span className={styles.date}>{dateInWords(date, date)}</span>
            {dailyFigures.map((figure) => {
              const { label, ...field } = form.field(fieldOf(figure, day))
              return (
                <TextField
                  key={figure}
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
      <DialogActions>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Saving...">
          Save
        </Button>
      </DialogActions>
    </RecordForm>
  )
}

const columnOf = { views: 'Views', likes: 'Likes', saves: 'Saves' }

function labelsOf(dates: readonly string[]): Record<string, string> {
  const cells = dates.flatMap((date, day) =>
    dailyFigures.map((figure) => [fieldOf(figure, day), `${columnOf[figure]}, ${dateInWords(date, date)}`]),
  )
  return { platform: 'Platform', ...(Object.fromEntries(cells) as Record<string, string>) }
}
