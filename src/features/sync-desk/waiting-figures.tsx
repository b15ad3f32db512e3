import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/banner.tsx'

/** Exposure figures that the server has not heard of; they are no changes of records, and go beside them. */
export function WaitingFigures({ days }: { days: number }) {
  return (
    <Banner>
      {days === 1 ? 'One day’s exposure figures wait' : `${days.toLocaleString('en-US')} days’ exposure figures wait`}{' '}
      for the server. <Link to="/figures/import">Show imports of figures</Link>
    </Banner>
  )
}
