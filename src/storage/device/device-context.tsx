import { type ReactNode, createContext, use } from 'react'
import type { Device } from './device.ts'

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
