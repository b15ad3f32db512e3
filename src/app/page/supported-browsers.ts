/**
 * The oldest browsers in which all of Fanlight works. Older ones lack lookbehind (Safari), `color-mix()` (Chrome) or
 * `:has()` (Firefox), by which `index.html` recognizes them.
 */
export const supportedBrowsers = { safari: '16.4', chrome: '111', firefox: '121' } as const

export const buildTargets = [
  `safari${supportedBrowsers.safari}`,
  `ios${supportedBrowsers.safari}`,
  `chrome${supportedBrowsers.chrome}`,
  `edge${supportedBrowsers.chrome}`,
  `firefox${supportedBrowsers.firefox}`,
]
