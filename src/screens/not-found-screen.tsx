import { Link, Navigate, useLocation } from '@tanstack/react-router'
import { useSession } from '#state/session.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { SearchNothingIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

/** Unknown paths that begin like the workspace's pages: the screen sends a signed-out user to the login first. */
const guarded =
  /^\/(dashboard|today|my-listings|listings|clients|tours|open-houses|outbox|settings|more)(\/|$)|^\/questionnaire\/./

export function NotFoundScreen() {
  const { href, pathname } = useLocation()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  if (!isSignedIn && guarded.test(pathname)) return <Navigate to="/login" search={{ next: href }} replace />
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<SearchNothingIcon size={44} />}
        title="There is nothing at this address"
        action={
          <Link className={buttonClass({ variant: 'primary' })} to="/">
            Home
          </Link>
        }
      >
        The link may be old or mistyped. Your work on this device is not affected.
      </EmptyState>
    </>
  )
}
