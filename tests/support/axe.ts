import axe from 'axe-core'

/** Findings of axe (WCAG 2.0 to 2.2 A and AA, best practices), one line each; empty if the page is accessible. */
export async function axeFindings(): Promise<string[]> {
  await untilStill()
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

/** Waits for drafts, which hide their form while they are read, and for fades, because half-faded colors fail. */
async function untilStill(): Promise<void> {
  while (document.querySelector('form[aria-busy]') !== null) await new Promise(requestAnimationFrame)
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
