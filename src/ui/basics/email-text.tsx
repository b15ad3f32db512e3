/** An email address that breaks before its @ where it is too long for one line. */
export function EmailText({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@')
  if (at <= 0) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
