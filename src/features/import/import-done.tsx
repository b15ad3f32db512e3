import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import styles from './import.module.css'
import { inWords } from './use-import.ts'

type ImportDoneProps = { made: number; merged: number; left: number; onAgain: () => void }

/** What an import did; the list below it has its *Undo*. */
export function ImportDone({ made, merged, left, onAgain }: ImportDoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <Banner tone={left > 0 ? 'warning' : 'success'}>
          {inWords({ made, merged })}
          {left > 0 && ` ${left.toLocaleString('en-US')} were left out.`}
        </Banner>
        <div className={styles.buttons}>
          <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
            Show Clients
          </Link>
          <Button onClick={onAgain}>Import Another File</Button>
        </div>
      </div>
    </Card>
  )
}
