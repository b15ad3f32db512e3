import type { Play } from './play.ts'

export type Step = (play: Play) => unknown

/** A day in few steps. Each may be done again when a page ends in it. */
export type Story = {
  name: string
  servers: readonly ('ours' | 'plain')[]
  steps: readonly Step[]
  /** One by one: what the server does in it concerns requests for one record only. */
  sends: 'as it likes' | 'one by one'
}

export function story(
  name: string,
  servers: Story['servers'],
  steps: Story['steps'],
  sends: Story['sends'] = 'as it likes',
): Story {
  return { name, servers, steps, sends }
}
