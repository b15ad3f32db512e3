/** Returns the path to open after signing in: `next` if it is on this site, otherwise the dashboard. */
export function pathAfterSignIn(next: string | undefined): string {
  // Browsers strip control characters from URLs, so `/<tab>/evil.com` would lead to another host.
  const isOurs = next !== undefined && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !/^\/(login|register)([/?#]|$)/.test(next)
  return isOurs ? next : '/dashboard'
}
