import { type ReactNode, useEffect } from 'react'
import { render as renderInPage } from 'vitest-browser-react'

/** Renders into the page and resolves once React has committed, which the library awaits only in development builds. */
export async function render(ui: ReactNode) {
  const first = committed(ui)
  const view = await renderInPage(first.content)
  await first.isCommitted
  return {
    ...view,
    rerender: async (next: ReactNode) => {
      const { content, isCommitted } = committed(next)
      await view.rerender(content)
      await isCommitted
    },
  }
}

function committed(ui: ReactNode) {
  let commit = () => {}
  const isCommitted = new Promise<void>((resolve) => (commit = resolve))
  return { content: <Committed onCommit={commit}>{ui}</Committed>, isCommitted }
}

function Committed({ onCommit, children }: { onCommit: () => void; children: ReactNode }) {
  useEffect(onCommit, [onCommit])
  return children
}
