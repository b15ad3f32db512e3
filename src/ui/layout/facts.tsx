import styles from './facts.module.css'

/** A list of labeled values, such as the bedrooms and year of a home. */
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
