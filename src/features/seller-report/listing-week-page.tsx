import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { sellerReportOf, type WeekCounts } from '#core/domain/exposure/seller-report.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useLastSeen } from '#records/use-record.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Button } from '#ui/basics/button.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { PrinterIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { StatCard, StatCards } from '#ui/lists/stat-card.tsx'
import { BuyerFeedback, SellerNoteCard, TrendWords } from './listing-week-cards.tsx'
import { PlatformExposure } from './platform-exposure.tsx'
import { type ListingWeek, useListingWeek, useWeekRefresh } from './listing-week-queries.ts'
import { SellerReport } from './seller-report.tsx'
import { ShareReportButton } from './share-report-button.tsx'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatMoment } from '#core/format/times.ts'

// Loaded on demand: the page is viewed far more often than edited.
const SellerNoteSheet = lazy(async () => ({ default: (await import('./seller-note-sheet.tsx')).SellerNoteSheet }))
const FiguresSheet = lazy(async () => ({ default: (await import('./figures-sheet.tsx')).FiguresSheet }))

type ListingWeekProps = {
  /** The listing's id or key, from the address. */
  listingId: string
  notFound: ReactNode
  photo: ReactNode
}

export function ListingWeekPage({ listingId, notFound, photo }: ListingWeekProps) {
  const agent = useSession(({ user }) => user)
  const { clock } = useDevice()
  const [writesNote, setWritesNote] = useState(false)
  const [entersFigures, setEntersFigures] = useState(false)
  // Renders every minute: which events have begun and the age of the server's figures (`copy`) change with time alone.
  useMinute()
  const printedPhoto = useRef<HTMLDivElement>(null)
  const found = useListingWeek(listingId)
  const seen = useLastSeen(found, listingId)
  // An open sheet stays open if the listing is deleted, so that no typed text is lost.
  const week = writesNote || entersFigures ? seen : found
  const refresh = useWeekRefresh(week)
  const isPlain = useIsPlainServer()
  if (week === undefined) return <Skeleton height={320} />
  if (week === null) return notFound
  const { listing, copy } = week
  const counts = shownCounts(week, isPlain)
  const report = sellerReportOf({
    ...week,
    counts,
    // A plain server lists past showings only by listing, so the device may lack some of the previous week.
    countsBefore: isPlain ? null : week.countsBefore,
    agent,
    nowMs: clock.now(),
  })
  const asOf = copy === null ? null : `As of ${formatMoment(copy.at, clock.now())}`
  return (
    <>
      <Head
        week={week}
        report={report}
        photo={printedPhoto}
        // The buttons wait for the first answer of the server: a report without it would say that there are no figures.
        isAsking={copy === null && refresh === 'asking'}
      />
      <WeekCards listing={listing} counts={counts} trends={report.counts} />
      <BuyerFeedback report={report} listing={listing} />
      <SellerNoteCard report={report} onWrite={() => setWritesNote(true)} />
      <PlatformExposure
        copy={copy}
        asOf={asOf}
        refresh={refresh}
        listing={listing.key}
        unsent={week.unsent}
        onEnter={isPlain ? undefined : () => setEntersFigures(true)}
      />
      <SellerReport report={report} photo={photo} photoRef={printedPhoto} />
      {writesNote && (
        <Suspense>
          <SellerNoteSheet listing={listing} onClose={() => setWritesNote(false)} />
        </Suspense>
      )}
      {entersFigures && (
        <Suspense>
          <FiguresSheet week={week} onClose={() => setEntersFigures(false)} />
        </Suspense>
      )}
    </>
  )
}

type Report = ReturnType<typeof sellerReportOf>
type HeadProps = { week: ListingWeek; report: Report; photo: RefObject<HTMLDivElement | null>; isAsking: boolean }

function Head({ week: { listing, period }, report, photo, isAsking }: HeadProps) {
  return (
    <PageHeader
      back={<BackLink to="/my-listings">Back to My Listings</BackLink>}
      title={<StreetAddress address={listing.property.address ?? 'Unknown address'} />}
      subtitle={
        <>
          {formatDateWithYear(period.start_date)} to {formatDateWithYear(period.end_date)}
        </>
      }
      actions={
        <>
          <ShareReportButton report={report} photo={photo} isFetchingFigures={isAsking} />
          <Button aria-disabled={isAsking} onClick={() => (isAsking ? undefined : window.print())}>
            <PrinterIcon size={18} />
            Print Seller Report
          </Button>
        </>
      }
    />
  )
}

type WeekCardsProps = { listing: ListingWeek['listing']; counts: WeekCounts; trends: Report['counts'] }

function WeekCards({ listing, counts, trends }: WeekCardsProps) {
  const [showings, openHouses, visitors] = trends.map(({ name, trend }) => <TrendWords key={name} trend={trend} />)
  const listingLink = { to: '/listings/$listingId', params: { listingId: recordIdInUrl(listing) } } as const
  return (
    <StatCards>
      <StatCard
        title="Showings"
        value={counts.showings}
        description={<>scheduled showings in the past week {showings}</>}
        link={listingLink}
      />
      <StatCard
        title="Open Houses"
        value={counts.openHouses}
        description={<>open house events in the past week {openHouses}</>}
        link={listingLink}
      />
      <StatCard
        title="Visitors"
        value={counts.visitors}
        description={<>open house visitors in the past week {visitors}</>}
        link={listingLink}
      />
    </StatCards>
  )
}

/** The week's counts. A plain server has no list of all events, so its own counts may be higher than those on the device. */
function shownCounts({ counts, copy, period }: ListingWeek, isPlain: boolean): WeekCounts {
  if (!isPlain || copy === null || copy.dashboard.period.end_date !== period.end_date) return counts
  const { showings_count, open_houses_count, visitors_count } = copy.dashboard.statistics
  return {
    showings: Math.max(counts.showings, showings_count),
    openHouses: Math.max(counts.openHouses, open_houses_count),
    visitors: Math.max(counts.visitors, visitors_count),
  }
}
