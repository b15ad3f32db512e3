/** An element of the page as a person would name it. */
export type Target = { kind: 'button' | 'link' | 'tab' | 'option' | 'label' | 'text' | 'css'; name: string }

export const button = (name: string): Target => ({ kind: 'button', name })
export const link = (name: string): Target => ({ kind: 'link', name })
export const tab = (name: string): Target => ({ kind: 'tab', name })
export const option = (name: string): Target => ({ kind: 'option', name })
/** A field by its label, without the asterisk of a required one. */
export const label = (name: string): Target => ({ kind: 'label', name })
export const text = (name: string): Target => ({ kind: 'text', name })
export const css = (name: string): Target => ({ kind: 'css', name })

/** A function body for the page that returns the element or null. The topmost dialog hides everything behind it. */
export function finding({ kind, name }: Target): string {
  return `return (${findInPage.toString()})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`
}

/** Runs in the page, so it cannot use anything from outside. */
function findInPage(kind: Target['kind'], wanted: string): Element | null {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isShown = width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
    // The last view is only a picture of the page.
    return isShown && element.closest('#last-view') === null
  }
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const dialog = [...document.querySelectorAll('[role=dialog],[role=alertdialog],dialog[open]')].at(-1)
  const within = (selector: string) => {
    const all = [...document.querySelectorAll(selector)]
    const inside = all.filter((element) => dialog?.contains(element))
    return inside.length > 0 ? inside : all
  }
  const visible = (selector: string) => within(selector).filter(isVisible)
  const named = (elements: Element[]) =>
    elements.find((element) => nameOf(element) === wanted) ??
    elements.find((element) => nameOf(element).startsWith(wanted)) ??
    null
  if (kind === 'css') return visible(wanted)[0] ?? null
  if (kind === 'button') return named(visible('button,[role=button],summary,[role=menuitem],[role=switch]'))
  if (kind === 'link') return named(visible('a'))
  if (kind === 'tab') return named(visible('[role=tab]'))
  if (kind === 'option') return named(visible('[role=option]'))
  if (kind === 'text') {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const parent = node.parentElement
      if (node.textContent?.includes(wanted) === true && parent !== null && isVisible(parent)) return parent
    }
    return null
  }
  const labels = within('label').filter((element) => nameOf(element).startsWith(wanted))
  const best = labels.find((element) => nameOf(element).replace(/\s*\*.*$/, '') === wanted) ?? labels[0]
  const control = (best as HTMLLabelElement | undefined)?.control ?? null
  return control ?? named(visible('[aria-label]'))
}
