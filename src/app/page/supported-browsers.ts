/** Older browsers lack lookbehind (Safari), `color-mix()` (Chrome) or `:has()` (Firefox); `index.html` checks for these features. */
export const supportedBrowsers = { safari: '16.4', chrome: '111', firefox: '121' } as const

export const buildTargets = [
  `safari${supportedBrowsers.safari}`,
  `ios${supportedBrowsers.safari}`,
  `chrome${supportedBrowsers.chrome}`,
  `edge${supportedBrowsers.chrome}`,
  `firefox${supportedBrowsers.firefox}`,
]
