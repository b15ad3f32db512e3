/**
 * True for a form sent by a page of another site. Without a referrer, it comes from the system's share sheet, unless the policy is
 * `no-referrer`: then a page hides its address.
 */
export function isOfForeignPage(
  { referrer, referrerPolicy }: Pick<Request, 'referrer' | 'referrerPolicy'>,
  origin: string,
): boolean {
  if (referrer === '' || referrer === 'about:client') return referrerPolicy === 'no-referrer'
  return !URL.canParse(referrer) || new URL(referrer).origin !== origin
}
