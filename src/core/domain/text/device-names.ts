/** The first match counts: most browsers also name those that they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** An iPad calls itself a Mac, unless the user asked for mobile pages. */
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
  const [browser, machine] = [browsers, machines].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1])
  if (browser !== undefined && machine !== undefined) return `${browser} on ${machine}`
  return browser ?? machine ?? 'Unknown device'
}
