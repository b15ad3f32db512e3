import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { photoSize, sellerReportPdf } from './seller-report-pdf.ts'

/** Shares the report as a PDF, or downloads it where files cannot be shared. Resolves to the name of a downloaded file, otherwise null. */
export async function shareReport(report: SellerReport, photo: HTMLImageElement | null): Promise<string | null> {
  const pdf = sellerReportPdf(report, photo === null ? null : await jpegOf(photo.currentSrc || photo.src))
  const file = new File([pdf], `${fileName(report)}.pdf`, { type: 'application/pdf' })
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: `Seller report: ${report.address}` })
      return null
    } catch (error) {
      // The agent closed the share sheet, and does not want a download instead.
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  saveAsFile(file, file.name)
  return file.name
}

function fileName({ address }: SellerReport): string {
  return `seller-report-${address.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '')
}

/** Returns the photo as a JPEG data URL, cropped as the PDF shows it; null if it cannot be loaded, such as offline. */
async function jpegOf(address: string): Promise<string | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  // Three pixels per PDF point are sharp in print.
  const [width, height] = [photoSize.width * 3, photoSize.height * 3]
  Object.assign(canvas, { width, height })
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight)
  const [shownWidth, shownHeight] = [image.naturalWidth * scale, image.naturalHeight * scale]
  canvas
    .getContext('2d')
    ?.drawImage(image, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight)
  return canvas.toDataURL('image/jpeg', 0.85)
}
