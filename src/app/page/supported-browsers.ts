/**
 * The oldest browsers in which all of Fanlight works. Older ones lack lookbehind (Safari), `color-mix()` (Chrome) or
 * `:has()` (Firefox); `index.html` checks for these features to recognize an unsupported browser.
 */
export const supportedBrowsers = { safari: '16.4', chrome: '111', firefox: '121' } as const

/** The same browsers as build targets of Vite. */
export const buildTargets = [
  `safari${supportedBrowsers.safari}`,
  `ios${supportedBrowsers.safari}`,
  `chrome${supportedBrowsers.chrome}`,
  `edge${supportedBrowsers.chrome}`,
  `firefox${supportedBrowsers.firefox}`,
]
