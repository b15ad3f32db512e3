import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '#ui/icon.tsx'
import { backLinkClass } from '#ui/page-head.tsx'

export function BackToClients() {
  return (
    <Link to="/clients" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      Back to Clients
    </Link>
  )
}
