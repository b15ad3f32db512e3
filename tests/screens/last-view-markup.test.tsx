import { expect, test } from 'vitest'
import { markupOfView } from '#app/page/keep-last-view.ts'

function shown(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.replaceChildren(root)
  scrollTo(0, 0)
  return root
}

test('of a long list only the visible part is stored, and the fixed bar', () => {
  const rows = Array.from({ length: 50 }, (_, row) => `<li style="block-size: 100px">Row ${row}</li>`).join('')
  const bar = '<nav style="position: fixed; inset-block-end: 0">Bar</nav>'
  const markup = markupOfView(shown(`<ul style="margin: 0">${rows}</ul>${bar}`), 450)
  expect([...markup.matchAll(/Row \d+/g)].map(([row]) => row)).toEqual(['Row 0', 'Row 1', 'Row 2', 'Row 3', 'Row 4'])
  expect(markup).toContain('Bar')
})

test('ids and names are left out, except those that a drawing refers to', () => {
  const markup = markupOfView(
    shown(
      '<h1 id="head">A</h1><label for="b">B</label><input id="b" name="b"><svg><g id="roof"></g><use href="#roof"/></svg>',
    ),
    500,
  )
  expect(markup).not.toMatch(/(id="(head|b)"|for=|name=)/)
  expect(markup).toContain('id="roof"')
})

test('typed text is not stored, and neither is a photo that only this page has', () => {
  const root = shown('<textarea></textarea><img src="blob:http://localhost/1"><img src="/photos/1/960">')
  root.querySelector('textarea')!.value = 'A secret.'
  const markup = markupOfView(root, 500)
  expect(markup).not.toContain('secret')
  expect(markup).not.toContain('blob:')
  expect(markup).toContain('/photos/1/960')
})

test('content marked private is not stored', () => {
  const markup = markupOfView(shown('<p>At home</p><section data-private><p>Gate 4719</p></section>'), 500)
  expect(markup).toContain('At home')
  expect(markup).not.toContain('4719')
})

test('styles and scroll positions are stored in attributes that the content security policy allows', () => {
  const root = shown(
    '<div style="block-size: 50px; overflow: auto"><p style="block-size: 500px; --at: 3">Long</p></div>',
  )
  root.querySelector('div')!.scrollTop = 40
  const markup = markupOfView(root, 500)
  expect(markup).not.toMatch(/ style=/)
  expect(markup).toContain('data-style="block-size: 500px; --at: 3"')
  expect(markup).toContain('data-scroll="40"')
})

test('the last view leaves out the sync chip, which may be untrue at the next start', () => {
  const markup = markupOfView(
    shown('<header><button aria-label="Sync status" data-state="saved">Everything is saved</button></header>'),
    500,
  )
  const next = shown(markup)
  for (const one of next.querySelectorAll<HTMLElement>('[data-style]')) one.style.cssText = one.dataset['style'] ?? ''
  expect(next.innerText).not.toContain('saved')
  // The chip reserves its space, so nothing moves when the page shows its own.
  expect(next.querySelector('button')?.getBoundingClientRect().width).toBeGreaterThan(0)
})
