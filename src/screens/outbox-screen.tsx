import { OutboxDesk } from '#features/sync-desk/outbox-desk.tsx'

export function OutboxScreen() {
  return <OutboxDesk />
}
