/** Takes the second press of a double one for what it is: by then the button may have come to mean something else. */
export function once(act: () => unknown): (event: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) act()
  }
}
