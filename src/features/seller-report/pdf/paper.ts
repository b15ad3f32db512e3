import { jsPDF } from 'jspdf'
import { printable } from './printable.ts'

const margin = 48
/** A letter's width and height in points, less its margins. */
export const [paperWidth, paperHeight] = [612 - 2 * margin, 792 - 2 * margin]

const [ink, quietInk, line] = ['#111827', '#50576a', '#c1c7d4']

type TextStyle = {
  size?: number
  isBold?: boolean
  isQuiet?: boolean
  /** How far from the left margin it begins, and how wide it may be. */
  left?: number
  width?: number
  align?: 'left' | 'right'
}

type Box = { left: number; top: number; width: number; height: number }

/** Letter paper that is written from top to bottom; what does not fit any more begins the next page. Lengths are points. */
export type Paper = ReturnType<typeof emptyPaper>

export function emptyPaper(title: string, author: string) {
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
    /** Where the next line is written, from the upper margin. */
    top: () => top,
    goDown: (height: number) => {
      top += height
    },
    /** Text with as many lines as it needs, each below the last. */
    write: (text: string, style: TextStyle = {}) => {
      const size = setStyle(style)
      const { left = 0, width = paperWidth - left } = style
      for (const words of pdf.splitTextToSize(printable(text), width) as string[]) {
        keepTogether(size * 1.4)
        // The new page may have been begun by something else's style.
        setStyle(style)
        pdf.text(words, margin + left, margin + top + size)
        top += size * 1.4
      }
    },
    /** One line beside what stands there; the paper does not go down. */
    writeAt: (text: string, below: number, style: TextStyle) => {
      const size = setStyle(style)
      const { left = 0, width = 0, align = 'left' } = style
      const x = margin + left + (align === 'right' ? width : 0)
      pdf.text(printable(text), x, margin + top + below + size, { align })
    },
    rule: () => {
      pdf.setDrawColor(line)
      pdf.line(margin, margin + top, margin + paperWidth, margin + top)
    },
    blacken: ({ left, top: below, width, height }: Box) => {
      pdf.setFillColor(ink)
      pdf.rect(margin + left, margin + top + below, width, height, 'F')
    },
    picture: (jpeg: string, { left, top: below, width, height }: Box) => {
      pdf.addImage(jpeg, 'JPEG', margin + left, margin + top + below, width, height)
    },
    toBlob: () => pdf.output('blob'),
  }
}
