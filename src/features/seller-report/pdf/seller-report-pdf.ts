import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { formatNumber } from '#core/format/numbers.ts'
import { jsPDF } from 'jspdf'
import { toWinAnsi } from './win-ansi.ts'

export const photoSize = { width: 180, height: 120 }

/** Returns the seller report as a PDF with the content of the printed one. `photo` is a JPEG data URL. */
export function sellerReportPdf(report: SellerReport, photo: string | null): Blob {
  const paper = emptyPaper(`Seller report: ${report.address}`, report.agent)
  writeHead(paper, report, photo)
  if (report.note !== '') {
    paper.write(report.note, { size: 11 })
    paper.goDown(14)
  }
  writeCounts(paper, report.counts)
  if (report.showings.length > 0) writeFeedback(paper, report)
  beginSection(paper, 'Platform Exposure', 60)
  if (report.exposure === null) paper.write('No Platform Exposure Data')
  else writeExposure(paper, report.exposure)
  if (report.openHouse !== '') {
    beginSection(paper, 'Next Open House')
    paper.write(report.openHouse)
  }
  if (report.prices.length > 0) {
    beginSection(paper, 'Price History')
    for (const price of report.prices) paper.write(price)
  }
  paper.goDown(18)
  paper.keepTogether(30)
  if (report.agent !== '') paper.write(report.agent, { isBold: true })
  paper.write(report.asOf, { size: 9, isQuiet: true })
  return paper.toBlob()
}

function writeHead(paper: Paper, report: SellerReport, photo: string | null): void {
  const left = paperWidth - photoSize.width
  if (photo !== null) paper.picture(photo, { left, top: 0, ...photoSize })
  const width = photo === null ? paperWidth : left - 18
  paper.write('Seller report', { isQuiet: true, width })
  paper.write(report.address, { size: 20, isBold: true, width })
  if (report.place !== '') paper.write(report.place, { width })
  paper.write(`${report.price} · ${report.status}`, { size: 13, isBold: true, width })
  paper.write(report.week, { isQuiet: true, width })
  paper.goDown(photo === null ? 16 : Math.max(16, photoSize.height + 16 - paper.top()))
}

/** `together`: the height of the title and the content that must be on the same page. */
function beginSection(paper: Paper, title: string, together = 34): void {
  paper.goDown(14)
  paper.keepTogether(together)
  paper.write(title, { size: 13, isBold: true })
  paper.goDown(3)
}

function writeCounts(paper: Paper, counts: SellerReport['counts']): void {
  const width = paperWidth / counts.length
  paper.keepTogether(56)
  for (const [index, { name, value, trend }] of counts.entries()) {
    const left = index * width
    paper.writeAt(name, 0, { left, isQuiet: true })
    paper.writeAt(formatNumber(value), 13, { left, size: 20, isBold: true })
    paper.writeAt(trend.words, 39, { left, size: 9, isQuiet: true })
  }
  paper.goDown(54)
}

function writeFeedback(paper: Paper, { feedback, showings }: SellerReport): void {
  beginSection(paper, 'Buyer Feedback')
  if (feedback !== '') paper.write(feedback)
  for (const { when, state, feedback: words } of showings) {
    paper.keepTogether(words === '' ? 14 : 28)
    paper.write(['•', [when, state].filter(Boolean).join(' · ')].join(' '))
    if (words !== '') paper.write(`“${words}”`, { left: 10 })
  }
}

type Exposure = NonNullable<SellerReport['exposure']>

/** Widths of the column with platform names and of each column with sums. The bars take the rest of the line. */
const [nameWidth, sumWidth] = [82, 62]
const barsLeft = nameWidth + 3 * sumWidth + 12
const [barHeight, rowHeight] = [18, 44]

function writeExposure(paper: Paper, exposure: Exposure): void {
  for (const [index, { name }] of exposure.sums.entries())
    paper.writeAt(name, 0, { ...sumPlace(index), isQuiet: true, size: 9 })
  paper.writeAt('Views by day', 0, { left: barsLeft, isQuiet: true, size: 9 })
  paper.goDown(15)
  for (const { name, sums, views } of exposure.platforms) {
    paper.keepTogether(rowHeight)
    writeSums(paper, name, sums)
    drawBars(paper, views, exposure)
    paper.goDown(rowHeight)
  }
  if (exposure.platforms.length > 1) {
    paper.keepTogether(40)
    writeSums(paper, 'Total', exposure.sums)
    paper.goDown(20)
    const trends = exposure.sums.map(({ name, trend }) => `${name}: ${trend.words}`)
    paper.write(trends.join(' · '), { size: 9, isQuiet: true })
  }
  paper.write(exposure.asOf, { size: 9, isQuiet: true })
}

function sumPlace(index: number) {
  return { left: nameWidth + index * sumWidth, width: sumWidth - 8, align: 'right' } as const
}

function writeSums(paper: Paper, name: string, sums: Exposure['sums']): void {
  paper.rule()
  paper.writeAt(name, 5, { isBold: true })
  for (const [index, { sum }] of sums.entries())
    paper.writeAt(formatNumber(sum), 5, { ...sumPlace(index), isBold: true })
  const views = sums.find(({ name: series }) => series === 'Views')
  if (views !== undefined && name !== 'Total') paper.writeAt(views.trend.words, 20, { size: 8, isQuiet: true })
}

function drawBars(paper: Paper, views: readonly (number | null)[], { weekdays, highest }: Exposure): void {
  const width = (paperWidth - barsLeft) / Math.max(1, views.length)
  for (const [day, figure] of views.entries()) {
    const height = ((figure ?? 0) / highest) * barHeight
    const [left, below] = [barsLeft + day * width, 14 + barHeight - height]
    paper.fillBox({ left: left + 4, top: below, width: width - 8, height })
    const label = figure === null ? '–' : formatNumber(figure)
    paper.writeAt(label, below - 11, { left: left + 4, size: 8 })
    paper.writeAt(weekdays[day] ?? '', 16 + barHeight, { left: left + 4, size: 8, isQuiet: true })
  }
}

const margin = 48
/** A US Letter page in points, less its margins. */
const [paperWidth, paperHeight] = [612 - 2 * margin, 792 - 2 * margin]

const [ink, quietInk, line] = ['#111827', '#50576a', '#c1c7d4']

type TextStyle = {
  size?: number
  isBold?: boolean
  isQuiet?: boolean
  left?: number
  width?: number
  align?: 'left' | 'right'
}

type Box = { left: number; top: number; width: number; height: number }

/** A Letter page that is filled from top to bottom, with page breaks. Lengths are in points. */
type Paper = ReturnType<typeof emptyPaper>

function emptyPaper(title: string, author: string) {
  const pdf = new jsPDF({ unit: 'pt', format: 'letter' })
  pdf.setDocumentProperties({ title, author })
  pdf.setLanguage('en-US')
  let top = 0

  const setStyle = ({ size = 10, isBold = false, isQuiet = false }: TextStyle) => {
    pdf.setFont('helvetica', isBold ? 'bold' : 'normal')
    pdf.setFontSize(size)
    pdf.setTextColor(isQuiet ? quietInk : ink)
    return size
  }
  const keepTogether = (height: number) => {
    if (top + height <= paperHeight) return
    pdf.addPage()
    top = 0
  }

  return {
    keepTogether,
    /** The position of the next line, measured from the upper margin. */
    top: () => top,
    goDown: (height: number) => {
      top += height
    },
    write: (text: string, style: TextStyle = {}) => {
      const size = setStyle(style)
      const { left = 0, width = paperWidth - left } = style
      for (const words of pdf.splitTextToSize(toWinAnsi(text), width) as string[]) {
        keepTogether(size * 1.4)
        // A new page may reset the style.
        setStyle(style)
        pdf.text(words, margin + left, margin + top + size)
        top += size * 1.4
      }
    },
    /** Writes one line, `below` points under the current position, without moving down. */
    writeAt: (text: string, below: number, style: TextStyle) => {
      const size = setStyle(style)
      const { left = 0, width = 0, align = 'left' } = style
      const x = margin + left + (align === 'right' ? width : 0)
      pdf.text(toWinAnsi(text), x, margin + top + below + size, { align })
    },
    rule: () => {
      pdf.setDrawColor(line)
      pdf.line(margin, margin + top, margin + paperWidth, margin + top)
    },
    fillBox: ({ left, top: below, width, height }: Box) => {
      pdf.setFillColor(ink)
      pdf.rect(margin + left, margin + top + below, width, height, 'F')
    },
    picture: (jpeg: string, { left, top: below, width, height }: Box) => {
      pdf.addImage(jpeg, 'JPEG', margin + left, margin + top + below, width, height)
    },
    toBlob: () => pdf.output('blob'),
  }
}
