/** The first match counts, because most user agents also contain the names of other browsers. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** The user agent of an iPad says Mac, unless the user has requested mobile pages. */
const machines: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS)/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** "Safari on iPhone" from a user agent; "Unknown device" if it names neither. */
export function formatDeviceName(userAgent: string): string {
  const [browser, machine] = [browsers, machines].map(
    (known) => known.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  if (browser !== undefined && machine !== undefined) return `${browser} on ${machine}`
  return browser ?? machine ?? 'Unknown device'
}
