/** What names an element for others, or hears of it; the page has its own again while the view still shows. */
const leftOut = ['id', 'name', 'for', 'aria-live', 'autofocus']

const syncChip = '[aria-label="Sync status"]'

/**
 * The HTML of the first `bottom` pixels of the page, and of what is fixed to the window. Without names, without photos
 * that only this page can show, and without what is `data-private`.
 */
export function markupOfView(root: Element, bottom: number): string {
  const view = root.cloneNode(true) as Element
  cut(root, view, bottom)
  return view.innerHTML
}

function cut(element: Element, copy: Element, bottom: number): void {
  const copies = [...copy.children]
  for (const [index, child] of [...element.children].entries()) {
    const copied = copies[index]
    if (copied === undefined) continue
    if (isOut(child, bottom)) copied.remove()
    else cut(child, copied, bottom)
  }
  keepLook(element, copy)
  if (copy.closest('svg') === null) for (const name of leftOut) copy.removeAttribute(name)
  if (copy.getAttribute('src')?.startsWith('blob:') === true) copy.removeAttribute('src')
}

/** The content security policy refuses styles in markup, and markup says nothing of scrolling: `index.html` sets both. */
function keepLook(element: Element, copy: Element): void {
  const style = copy.getAttribute('style')
  copy.removeAttribute('style')
  // What it says is true only of its own moment; its room stays.
  const shown = element.matches(syncChip) ? 'visibility: hidden' : style
  if (shown !== null) copy.setAttribute('data-style', shown)
  if (element.scrollTop > 0) copy.setAttribute('data-scroll', String(element.scrollTop))
}

function isOut(element: Element, bottom: number): boolean {
  if (element.tagName === 'SCRIPT' || element.hasAttribute('data-private')) return true
  const box = element.getBoundingClientRect()
  return box.top + scrollY > bottom && getComputedStyle(element).position !== 'fixed'
}
