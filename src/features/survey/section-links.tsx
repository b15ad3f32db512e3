import { type MouseEvent, useEffect, useState } from 'react'
import styles from './section-links.module.css'

/** The id of a section's heading. */
export function idOf(section: string): string {
  return `section-${section.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`
}

/** Leads to the sections of a long page, and marks the one that is being read. */
export function SectionLinks({ sections }: { sections: readonly string[] }) {
  const current = useSectionInView(sections)
  if (sections.length < 2) return null

  /** The heading takes the focus, so that keys and a screen reader go on from there; the address keeps the selection alone. */
  function jump(event: MouseEvent, section: string): void {
    event.preventDefault()
    const heading = document.getElementById(idOf(section))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }

  return (
    <nav className={styles.links} aria-label="Sections">
      {sections.map((section) => (
        <a
          key={section}
          href={`#${idOf(section)}`}
          aria-current={section === current ? 'true' : undefined}
          onClick={(event) => jump(event, section)}
        >
          {section}
        </a>
      ))}
    </nav>
  )
}

/** `undefined` above the first section. */
function useSectionInView(sections: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const names = sections.join('\n')
  useEffect(() => {
    const look = () => setCurrent(sectionInView(names.split('\n')))
    window.addEventListener('scroll', look, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      window.removeEventListener('scroll', look)
      document.removeEventListener('focusin', look)
    }
  }, [names])
  return current
}

/** The section that was jumped to, while its heading is on the screen; else the last one that begins in its upper third. */
function sectionInView(sections: readonly string[]): string | undefined {
  const headings = sections.map((section) => {
    const heading = document.getElementById(idOf(section))
    return { section, heading, top: heading?.getBoundingClientRect().top ?? Infinity }
  })
  const jumpedTo = headings.find(({ heading }) => heading === document.activeElement)
  if (jumpedTo !== undefined && jumpedTo.top > 0 && jumpedTo.top < window.innerHeight) return jumpedTo.section
  return headings.findLast(({ top }) => top < window.innerHeight / 3)?.section
}
