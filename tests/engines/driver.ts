export const engines = ['webkit', 'firefox', 'chromium'] as const
export type Engine = (typeof engines)[number]

export type Key = 'Enter' | 'Shift' | 'Tab' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight'

/** The operations of each engine's driver, with its own element type; the rest is built from them. */
export type Driver<Element = unknown> = {
  load: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  forward: () => Promise<void>
  /** Runs the body of an async function in the page; its result must be JSON. */
  run: (body: string) => Promise<unknown>
  /** Runs the body of a function in the page that returns an element or null. */
  find: (body: string) => Promise<Element | null>
  click: (element: Element) => Promise<void>
  /** Replaces the text of the field. */
  fill: (element: Element, text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  pressWithControl: (letter: string) => Promise<void>
  upload: (element: Element, files: readonly string[]) => Promise<void>
  drag: (element: Element, byX: number, byY: number) => Promise<void>
  /** Presses the pointer until `isDone`, then releases it. */
  hold: (element: Element, isDone: () => Promise<boolean>) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: (file: string) => Promise<void>
  /** Opens a tab and switches to it; tabs are numbered from 0 in the order of opening. */
  openTab: () => Promise<void>
  goToTab: (tab: number) => Promise<void>
  end: () => Promise<void>
}
