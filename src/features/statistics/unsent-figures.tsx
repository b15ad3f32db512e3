import { useDevice } from '#storage/device-context.tsx'
import { type FiguresPart, forgetFigures } from '#storage/waiting-figures.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './platform-exposure.module.css'

/** What the server has not heard of this listing's figures, and what it does not take. */
export function UnsentFigures({ unsent }: { unsent: readonly FiguresPart[] }) {
  const device = useDevice()
  const refused = unsent.filter(({ problem }) => problem !== null)
  const count = unsent.reduce((sum, { figures, problem }) => sum + (problem === null ? figures.length : 0), 0)
  return (
    <>
      {count > 0 && (
        <p className={styles.asOf}>
          Waiting: {count === 1 ? '1 day’s figures go' : `${count.toLocaleString('en-US')} days’ figures go`} to the
          server when it can be reached.
        </p>
      )}
      {refused.length > 0 && (
        <Banner tone="danger" role="alert">
          Needs fixing: {refused[0]?.problem} {refused.flatMap(({ figures }) => figures).length} days’ figures were not
          kept there. <Button onClick={() => void forgetFigures(device, refused)}>Discard them</Button>
        </Banner>
      )}
    </>
  )
}
