/**
 * True for a form that a page of another site sends here. The system's own share names no referrer; a page can hide its own only by
 * asking for it.
 */
export function isOfForeignPage(
  { referrer, referrerPolicy }: Pick<Request, 'referrer' | 'referrerPolicy'>,
  origin: string,
): boolean {
  if (referrer === '' || referrer === 'about:client') return referrerPolicy === 'no-referrer'
  return !URL.canParse(referrer) || new URL(referrer).origin !== origin
}
