import type { Place } from './drive-estimate.ts'

type SketchPoint = { x: number; y: number }

/**
 * Places on a sketch of this size, north up, in true proportion; `margin` keeps them off the edge. A degree of longitude
 * is shorter the farther one is from the equator.
 */
export function sketchPoints(
  places: readonly Place[],
  { width, height, margin }: { width: number; height: number; margin: number },
): SketchPoint[] {
  if (places.length === 0) return []
  const middle = middleOf(places)
  const stretch = Math.cos((middle.latitude * Math.PI) / 180)
  const flat = places.map(({ latitude, longitude }) => ({
    east: (longitude - middle.longitude) * stretch,
    north: latitude - middle.latitude,
  }))
  const widest = Math.max(...flat.map(({ east }) => Math.abs(east)))
  const tallest = Math.max(...flat.map(({ north }) => Math.abs(north)))
  const scales = [
    widest === 0 ? Infinity : (width / 2 - margin) / widest,
    tallest === 0 ? Infinity : (height / 2 - margin) / tallest,
  ]
  const scale = Math.min(...scales)
  return flat.map(({ east, north }) => ({
    x: width / 2 + (Number.isFinite(scale) ? east * scale : 0),
    y: height / 2 - (Number.isFinite(scale) ? north * scale : 0),
  }))
}

/** The middle of what they span. */
function middleOf(places: readonly Place[]): Place {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  }
}
