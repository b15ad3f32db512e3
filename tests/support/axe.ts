import axe from 'axe-core'

/** What axe finds on the page, WCAG 2.0 to 2.2 A and AA and best practices, one line a finding; empty is good. */
export async function axeFindings(): Promise<string[]> {
  await untilStill()
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

/**
 * A form cannot be seen while its draft is read. Half-way through a fade no colour is the one that people read; what turns for
 * ever is not waited for.
 */
async function untilStill(): Promise<void> {
  while (document.querySelector('form[aria-busy]') !== null) await new Promise(requestAnimationFrame)
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
