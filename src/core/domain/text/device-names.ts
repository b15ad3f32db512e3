/** Earlier ones first: most browsers name others, from which they descend, as well. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** An iPad calls itself a Mac, unless its reader asked for mobile pages. */
const machines: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS)/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** "Safari on iPhone", from what a browser calls itself; "Unknown device" when that says nothing. */
export function formatDeviceName(userAgent: string): string {
  const [browser, machine] = [browsers, machines].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1])
  if (browser !== undefined && machine !== undefined) return `${browser} on ${machine}`
  return browser ?? machine ?? 'Unknown device'
}
