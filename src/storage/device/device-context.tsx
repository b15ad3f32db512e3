import { type ReactNode, createContext, use, useSyncExternalStore } from 'react'
import type { Device } from './device.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

const DeviceContext = createContext<Device | null>(null)

export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  return <DeviceContext value={device}>{children}</DeviceContext>
}

export function useDevice(): Device {
  const device = use(DeviceContext)
  if (device === null) throw new Error('There is no DeviceProvider above.')
  return device
}

/** Returns the record's mark, or null if all of it is on the server. Renders again only when the mark changes. */
export function useOutboxMark(entity: EntityName, key: LocalKey): OutboxMark | null {
  const { marks } = useDevice()
  return useSyncExternalStore(marks.subscribe, () => marks.markOf(entity, key))
}
