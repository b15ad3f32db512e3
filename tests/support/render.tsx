import { type ReactNode, useEffect } from 'react'
import { render as renderInPage } from 'vitest-browser-react'

/** Renders into the page, and resolves when that has been committed, which the library only waits for in React for developers. */
export async function render(ui: ReactNode) {
  let view: Awaited<ReturnType<typeof renderInPage>> | undefined
  const show = (next: ReactNode) =>
    new Promise<void>((resolve, reject) => {
      const content = <Committed onCommit={resolve}>{next}</Committed>
      const shown = view === undefined ? renderInPage(content).then((first) => (view = first)) : view.rerender(content)
      shown.catch(reject)
    })
  await show(ui)
  return { ...(view as Awaited<ReturnType<typeof renderInPage>>), rerender: show }
}

function Committed({ onCommit, children }: { onCommit: () => void; children: ReactNode }) {
  useEffect(onCommit, [onCommit])
  return children
}
