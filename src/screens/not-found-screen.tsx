import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchNothingIcon } from '#ui/frame-icons.tsx'
import { PageHead } from '#ui/page-head.tsx'

export function NotFoundScreen() {
  return (
    <>
      <PageHead title="Page not found" />
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
