import { type ReactNode, createContext, use, useSyncExternalStore } from 'react'
import type { Device } from './device.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

const DeviceContext = createContext<Device | null>(null)

/** Everything below sees this agent's data, and no other's. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  return <DeviceContext value={device}>{children}</DeviceContext>
}

export function useDevice(): Device {
  const device = use(DeviceContext)
  if (device === null) throw new Error('There is no DeviceProvider above.')
  return device
}

/** The record's mark, or null when everything about it is on the server. Only a changed mark renders again. */
export function useOutboxMark(entity: EntityName, key: LocalKey): OutboxMark | null {
  const { marks } = useDevice()
  return useSyncExternalStore(marks.subscribe, () => marks.markOf(entity, key))
}
