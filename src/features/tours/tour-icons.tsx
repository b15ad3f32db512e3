import { drawIcon } from '#ui/icons/icon.tsx'

export const PlayIcon = /* @__PURE__ */ drawIcon('M6 4l14 8-14 8z')
export const PinIcon = /* @__PURE__ */ drawIcon(
  'M20 10c0 5-8 12-8 12s-8-7-8-12a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
)
export const DirectionsIcon = /* @__PURE__ */ drawIcon('M3 11l19-9-9 19-2-8z')
