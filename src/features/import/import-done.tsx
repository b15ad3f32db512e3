import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { takeFocus } from '#ui/hooks/take-focus.ts'
import styles from './import.module.css'
import { inWords } from './import-step.ts'
import type { ScreenKind } from './screen-kind.ts'

type ImportDoneProps = { screen: ScreenKind; made: number; merged: number; left: number; onAgain: () => void }

/** What an import did; the list below it has its *Undo*. */
export function ImportDone({ screen, made, merged, left, onAgain }: ImportDoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={left > 0 ? 'warning' : 'success'}>
            {inWords(screen, { made, merged })}
            {left > 0 && ` ${left.toLocaleString('en-US')} were left out.`}
          </Banner>
        </div>
        <div className={styles.buttons}>
          <Link to={screen.shows.to} className={buttonClass({ variant: 'primary' })}>
            {screen.shows.words}
          </Link>
          <Button onClick={onAgain}>Import Another File</Button>
        </div>
      </div>
    </Card>
  )
}
