/**
 * The oldest browsers in which all of Fanlight works; iOS has the versions of Safari, Edge those of Chrome. Older ones lack
 * what cannot be replaced: lookbehind in regular expressions (Safari), `color-mix()` (Chrome) and `:has()` (Firefox), by which
 * `index.html` recognizes them.
 */
export const supportedBrowsers = { safari: '16.4', chrome: '111', firefox: '121' } as const

/** As the build wants them. */
export const buildTargets = [
  `safari${supportedBrowsers.safari}`,
  `ios${supportedBrowsers.safari}`,
  `chrome${supportedBrowsers.chrome}`,
  `edge${supportedBrowsers.chrome}`,
  `firefox${supportedBrowsers.firefox}`,
]
