/** Joins the names that are there; what a condition left out is skipped. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
