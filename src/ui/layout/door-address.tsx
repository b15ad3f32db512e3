import styles from './door-address.module.css'

/** "**5709** River Oak Way": the house number is what one looks for beside a door. */
export function DoorAddress({ address }: { address: string }) {
  const number = /^\d\S*/.exec(address)?.[0]
  if (number === undefined) return <span className={styles.street}>{address}</span>
  return (
    <span className={styles.street}>
      <b className={styles.number}>{number}</b>
      {address.slice(number.length)}
    </span>
  )
}
