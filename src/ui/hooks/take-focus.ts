/** As `ref` of what comes in the place of something pressed: a keyboard, and what reads the page aloud, go on from there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
