import type { Place } from './drive-estimate.ts'

/** Opens the way there in the device's map; by its address, which people can check, else by its place. */
export function directionsAddress(address: string | null, place: Place | null): string | null {
  const destination = address ?? (place === null ? null : `${place.latitude},${place.longitude}`)
  return destination === null ? null : directionsTo(destination)
}

/** The same for an address, or what else a map can find. */
export function directionsTo(destination: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
