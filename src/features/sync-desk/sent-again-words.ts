import type { SentAgain } from '#core/sync/pulling/send-again.ts'

/** What happened to the server, and what has become of the changes that it had lost. */
export function sentAgainWords(why: SentAgain['why'], count: number): { title: string; message: string } {
  const isOne = count === 1
  const changes = isOne ? '1 change' : `${count} changes`
  return why === 'restored'
    ? {
        title: 'The server was restored from an older copy.',
        message: `${changes} made since then ${isOne ? 'was' : 'were'} sent again.`,
      }
    : {
        title: `The server had lost ${changes} although it had confirmed ${isOne ? 'it' : 'them'}.`,
        message: `${isOne ? 'It was' : 'They were'} sent again. Please tell the person who runs the server.`,
      }
}
