import type { Play } from './play.ts'

export type Step = (play: Play) => unknown

/** A sequence of steps, each of which can be repeated when a page ends during it. */
export type Story = {
  name: string
  servers: readonly ('ours' | 'plain')[]
  steps: readonly Step[]
  /** `one by one`: the server's special behavior in this story affects only requests for single records. */
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
