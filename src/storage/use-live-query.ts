/** A hook that reads the device's database and reads again when what it read has changed, in this tab or another. */
export { useLiveQuery } from 'dexie-react-hooks'
