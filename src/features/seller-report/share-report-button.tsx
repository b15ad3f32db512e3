import { type RefObject, useState } from 'react'
import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { notify } from '#state/notifications.ts'
import { Button } from '#ui/basics/button.tsx'
import { ShareIcon } from '#ui/icons/icon.tsx'

type ShareReportButtonProps = {
  report: SellerReport
  /** The element that contains the listing's photo for the PDF. */
  photo: RefObject<HTMLElement | null>
  /** True while the first exposure figures are being fetched: a report made now would say that there are none. */
  isFetchingFigures: boolean
}

/** Shares the seller report as a PDF. The PDF code is loaded on the first press. */
export function ShareReportButton({ report, photo, isFetchingFigures }: ShareReportButtonProps) {
  const [isMaking, setIsMaking] = useState(false)

  async function share() {
    setIsMaking(true)
    try {
      const { shareReport } = await import('./pdf/share-report.ts')
      const downloaded = await shareReport(report, photo.current?.querySelector('img') ?? null)
      if (downloaded !== null) notify({ type: 'success', title: 'Report downloaded', message: downloaded })
    } catch {
      notify({
        type: 'error',
        title: 'Failed to make the PDF',
        message: 'It needs a connection the first time. Print Seller Report works without one.',
      })
    }
    setIsMaking(false)
  }

  return (
    <Button
      busy={isMaking}
      busyLabel="Making the PDF..."
      aria-disabled={isFetchingFigures}
      onClick={() => (isFetchingFigures ? undefined : void share())}
    >
      <ShareIcon size={18} />
      Share Seller Report
    </Button>
  )
}
