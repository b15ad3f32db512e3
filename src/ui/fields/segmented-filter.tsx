import { classNames } from '#ui/layout/class-names.ts'
import styles from '#ui/layout/segments.module.css'

type SegmentedFilterProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

export function SegmentedFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedFilterProps<Value>) {
  return (
    <fieldset className={classNames(styles.tray, className)} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.segment}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
