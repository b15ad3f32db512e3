/** True for a form sent by a page of another site. The system's share sheet sends no referrer; a page without one has a `no-referrer` policy. */
export function isOfForeignPage(
  { referrer, referrerPolicy }: Pick<Request, 'referrer' | 'referrerPolicy'>,
  origin: string,
): boolean {
  if (referrer === '' || referrer === 'about:client') return referrerPolicy === 'no-referrer'
  return !URL.canParse(referrer) || new URL(referrer).origin !== origin
}
