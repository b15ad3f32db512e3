type Screen = { title: string; rows: string[]; touch: number; control?: 'switch' }

/**
 * Returns an SVG of a settings page on a phone, with the row at index `touch` highlighted as the one to tap, and a switch (`control`) or an
 * arrow at its end. It is drawn, because screenshots of iOS and Android are not ours to distribute and become outdated.
 */
export function drawScreen({ title, rows, touch, control }: Screen): string {
  const lines = rows.map((row, index) => drawRow(row, 58 + index * 34, index === touch ? (control ?? 'arrow') : null))
  return `<svg viewBox="0 0 200 ${70 + rows.length * 34}" role="img" aria-label="${title}: ${rows[touch] ?? ''}">
<rect class="phone" x="1" y="1" width="198" height="${68 + rows.length * 34}" rx="16"/>
<text class="title" x="100" y="36" text-anchor="middle">${title}</text>
${lines.join('\n')}
</svg>`
}

function drawRow(text: string, y: number, touched: 'switch' | 'arrow' | null): string {
  const box = `<rect class="${touched === null ? 'row' : 'touched'}" x="12" y="${y - 6}" width="176" height="28" rx="6"/>`
  const label = `<text x="22" y="${y + 12}">${text}</text>`
  if (touched === null) return box + label
  const knob = `<rect class="switch" x="150" y="${y}" width="30" height="16" rx="8"/><circle class="knob" cx="172" cy="${y + 8}" r="6"/>`
  return box + label + (touched === 'switch' ? knob : `<path class="arrow" d="M172 ${y + 2}l6 6-6 6"/>`)
}
