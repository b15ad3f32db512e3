export const engines = ['webkit', 'firefox', 'chromium'] as const
export type Engine = (typeof engines)[number]

export type Key = 'Enter' | 'Shift' | 'Tab' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight'

/** What each engine's driver can do, with the elements that it finds; everything else is made of it. */
export type Driver<Element = unknown> = {
  load: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  forward: () => Promise<void>
  /** Runs the body of an async function in the page; what it returns must be JSON. */
  run: (body: string) => Promise<unknown>
  /** Runs the body of a function in the page that returns an element or null. */
  find: (body: string) => Promise<Element | null>
  click: (element: Element) => Promise<void>
  /** Types in place of what the field holds. */
  fill: (element: Element, text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Presses the letter with Control held down. */
  pressWithControl: (letter: string) => Promise<void>
  upload: (element: Element, files: readonly string[]) => Promise<void>
  drag: (element: Element, byX: number, byY: number) => Promise<void>
  /** Presses until `isDone`, and lets go. */
  hold: (element: Element, isDone: () => Promise<boolean>) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: (file: string) => Promise<void>
  /** Opens a tab and goes on in it; tabs are numbered from 0 in the order of their opening. */
  openTab: () => Promise<void>
  goToTab: (tab: number) => Promise<void>
  end: () => Promise<void>
}
