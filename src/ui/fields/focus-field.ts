/** Puts the focus into the field of this name, where the form has one. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  focusControl(form?.elements.namedItem(name))
}

/** Into the first of several controls of one name. */
export function focusControl(control: Element | RadioNodeList | null | undefined): void {
  const field = control instanceof RadioNodeList ? control[0] : control
  if (!(field instanceof HTMLElement)) return
  field.focus()
  // What is wrong stands below the control, where the bar at the thumb would cover it.
  field.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
}
