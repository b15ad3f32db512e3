import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { photoSize, sellerReportPdf } from './seller-report-pdf.ts'

/** Downloads the PDF where files cannot be shared. Resolves to the name of a downloaded file, otherwise to null. */
export async function shareReport(report: SellerReport, photo: HTMLImageElement | null): Promise<string | null> {
  const pdf = sellerReportPdf(report, photo === null ? null : await jpegOf(photo.currentSrc || photo.src))
  const file = new File([pdf], `${fileName(report)}.pdf`, { type: 'application/pdf' })
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: `Seller report: ${report.address}` })
      return null
    } catch (error) {
      // An agent who closes the share sheet does not want a file instead.
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  saveAsFile(file, file.name)
  return file.name
}

/** Returns "seller-report-12-oak-ln". */
function fileName({ address }: SellerReport): string {
  return `seller-report-${address.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '')
}

/** Returns the photo cropped to its shape on paper; null if it cannot be loaded, such as offline. */
async function jpegOf(address: string): Promise<string | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  // Three pixels a point, to be sharp on paper.
  const [width, height] = [photoSize.width * 3, photoSize.height * 3]
  Object.assign(canvas, { width, height })
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight)
  const [shownWidth, shownHeight] = [image.naturalWidth * scale, image.naturalHeight * scale]
  canvas
    .getContext('2d')
    ?.drawImage(image, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight)
  return canvas.toDataURL('image/jpeg', 0.85)
}
