export const occupancyLabels = { vacant: 'Vacant', owner: 'Owner occupied', tenant: 'Tenant occupied' } as const

/** Returns '' for a value that only a newer server sends. */
export function occupancyText(occupancy: string | undefined): string {
  return occupancyLabels[occupancy as keyof typeof occupancyLabels] ?? ''
}

type Coded = { lockbox_code?: string; gate_code?: string; alarm_code?: string }

export function codesOf({
  lockbox_code = '',
  gate_code = '',
  alarm_code = '',
}: Coded): { name: string; code: string }[] {
  return [
    { name: 'Lockbox code', code: lockbox_code },
    { name: 'Gate code', code: gate_code },
    { name: 'Alarm code', code: alarm_code },
  ].filter(({ code }) => code !== '')
}
