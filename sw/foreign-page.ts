/** True for a form sent by a page of another site. The system's share sheet has no referrer; a page can hide its own only with a policy. */
export function isOfForeignPage(
  { referrer, referrerPolicy }: Pick<Request, 'referrer' | 'referrerPolicy'>,
  origin: string,
): boolean {
  if (referrer === '' || referrer === 'about:client') return referrerPolicy === 'no-referrer'
  return !URL.canParse(referrer) || new URL(referrer).origin !== origin
}
