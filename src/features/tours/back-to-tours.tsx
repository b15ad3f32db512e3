import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '#ui/icon.tsx'
import { backLinkClass } from '#ui/page-head.tsx'

export function BackToTours() {
  return (
    <Link to="/tours" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      My Tours
    </Link>
  )
}
