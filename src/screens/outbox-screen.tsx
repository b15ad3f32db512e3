import { OutboxDesk } from '#features/outbox/desk/outbox-desk.tsx'

export function OutboxScreen() {
  return <OutboxDesk />
}
