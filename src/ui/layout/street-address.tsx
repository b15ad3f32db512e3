import styles from './door-address.module.css'

/** Bolds the house number, which people look for at a door: "**5709** River Oak Way". */
export function StreetAddress({ address }: { address: string }) {
  const number = /^\d\S*/.exec(address)?.[0]
  if (number === undefined) return <span className={styles.street}>{address}</span>
  return (
    <span className={styles.street}>
      <b className={styles.number}>{number}</b>
      {address.slice(number.length)}
    </span>
  )
}
