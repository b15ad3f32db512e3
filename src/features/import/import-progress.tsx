import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import styles from './import.module.css'

type ImportProgressProps = { done: number; total: number; stop: () => void }

/** An import on its way; what it has saved stays when it is stopped. */
export function ImportProgress({ done, total, stop }: ImportProgressProps) {
  return (
    <Card title="Importing">
      <div className={styles.body}>
        <Progress label="Import" value={done} max={total} />
        <p>
          {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        </p>
        <div className={styles.buttons}>
          <Button onClick={stop}>Stop</Button>
        </div>
      </div>
    </Card>
  )
}
