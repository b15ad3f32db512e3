import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Place } from '#core/domain/travel/driving.ts'

/** A location less accurate than this may be another house. */
const maxMeters = 100
/** Accurate enough to stop looking. */
const goodMeters = 15
const noFixAfterMs = 20_000

/** A measured location, accurate to `meters`. */
type Fix = { place: Place; meters: number }

export type MyLocation =
  | { kind: 'off' }
  /** `fix` is the best one so far. */
  | { kind: 'looking'; fix: Fix | null }
  | { kind: 'found'; fix: Fix }
  | { kind: 'failed'; why: 'insecure' | 'missing' | 'denied' | 'unavailable' | 'time-out' | 'coarse'; fix: Fix | null }

/** Finds the device's location after `start`, and improves it until it is accurate enough or `take` is called. */
export function useMyLocation() {
  const [location, setLocation] = useState<MyLocation>({ kind: 'off' })
  const watch = useRef<number | null>(null)

  const end = () => endWatch(watch)
  useEffect(() => () => endWatch(watch), [])

  function start(): void {
    end()
    if (!window.isSecureContext) return setLocation({ kind: 'failed', why: 'insecure', fix: null })
    if (!('geolocation' in navigator)) return setLocation({ kind: 'failed', why: 'missing', fix: null })
    setLocation({ kind: 'looking', fix: null })
    watch.current = navigator.geolocation.watchPosition(onPosition, onError, {
      enableHighAccuracy: true,
      maximumAge: 0,
      timeout: noFixAfterMs,
    })
  }

  function onPosition({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): void {
    const fix = { place: { latitude, longitude }, meters: accuracy }
    if (accuracy <= goodMeters) {
      end()
      setLocation({ kind: 'found', fix })
    } else setLocation((before) => ({ kind: 'looking', fix: better(fixOf(before), fix) }))
  }

  function onError({ code }: GeolocationPositionError): void {
    end()
    setLocation((before) => {
      const fix = fixOf(before)
      if (code === 1) return { kind: 'failed', why: 'denied', fix: null }
      if (fix !== null && fix.meters <= maxMeters) return { kind: 'found', fix }
      return { kind: 'failed', why: fix === null ? (code === 3 ? 'time-out' : 'unavailable') : 'coarse', fix }
    })
  }

  /** Stops and returns the best location so far. If it is too coarse, goes on looking and returns null. */
  function take(): Place | null {
    const fix = fixOf(location)
    if (fix === null || fix.meters > maxMeters) return null
    end()
    setLocation({ kind: 'found', fix })
    return fix.place
  }

  return { location, start, take }
}

function endWatch(watch: RefObject<number | null>): void {
  if (watch.current !== null) navigator.geolocation.clearWatch(watch.current)
  watch.current = null
}

function fixOf(location: MyLocation): Fix | null {
  return 'fix' in location ? location.fix : null
}

function better(one: Fix | null, other: Fix): Fix {
  return one === null || other.meters <= one.meters ? other : one
}

export function myLocationText(location: MyLocation): string | null {
  if (location.kind === 'off') return null
  if (location.kind === 'found') return `Found to within ${metersText(location.fix.meters)}.`
  if (location.kind === 'looking') {
    if (location.fix === null) return 'Looking for this device…'
    const near = `Within ${metersText(location.fix.meters)} so far.`
    return location.fix.meters > maxMeters
      ? `${near} ${maxMeters} m or better is needed: step outside or toward a window.`
      : `${near} Wait for better, or use this one.`
  }
  return failureWords(location)
}

function failureWords({ why, fix }: Extract<MyLocation, { kind: 'failed' }>): string {
  if (why === 'denied')
    return 'This browser may not use the location. Allow it for this site in the browser’s or the phone’s settings, or paste coordinates below.'
  if (why === 'insecure')
    return 'A browser gives the location only to a page opened with https. Paste coordinates, or move the pin.'
  if (why === 'missing') return 'This browser cannot say where it is. Paste coordinates, or move the pin.'
  if (why === 'time-out') return 'No location after 20 seconds. Step outside and try again, or move the pin.'
  if (why === 'coarse' && fix !== null)
    return `Only known to within ${metersText(fix.meters)}, which may be another house: ${maxMeters} m or better is needed. Step outside and try again.`
  return 'The location is not available right now. Try again, or paste coordinates.'
}

function metersText(meters: number): string {
  return meters >= 1000 ? `${(meters / 1000).toFixed(1)} km` : `${Math.max(1, Math.round(meters))} m`
}
