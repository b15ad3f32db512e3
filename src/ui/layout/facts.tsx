import styles from './facts.module.css'

/** Short facts beside each other, each under its name. */
export function Facts({ facts }: { facts: readonly [name: string, value: string][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
