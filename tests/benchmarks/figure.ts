import { test } from '@playwright/test'

export type Figure = {
  what: string
  value: number
  unit: 'ms' | 's' | 'kB' | 'MB' | '×' | 'points' | 'records' | '%' | 'requests/s'
  /** The target, and whether smaller or larger is better. */
  atMost?: number
  atLeast?: number
  note?: string
}

/** Notes a measured figure; the reporter prints all in one table at the end. Throws if it is not a number. */
export function figure(measured: Figure): void {
  if (!Number.isFinite(measured.value)) throw new Error(`"${measured.what}" came out as ${measured.value}.`)
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(measured) })
}

/** The value that `share` of the measurements do not exceed; 0.5 is the median. */
export function percentile(measurements: number[], share: number): number {
  const ordered = [...measurements].sort((one, other) => one - other)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN
}
