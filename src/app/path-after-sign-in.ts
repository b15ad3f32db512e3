/** Returns the path to open after signing in: `next` if it is a page of this site other than login and register, otherwise the dashboard. */
export function pathAfterSignIn(next: string | undefined): string {
  // `//evil.com` would lead to another host, and so would `/<tab>/evil.com`, because browsers remove control characters from URLs.
  const isAllowed =
    next !== undefined && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !/^\/(login|register)([/?#]|$)/.test(next)
  return isAllowed ? next : '/dashboard'
}
