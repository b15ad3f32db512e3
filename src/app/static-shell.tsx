import { BrandMark } from '#ui/icons/icon.tsx'

type StaticShellProps = {
  message?: string | undefined
  /** Given where the message is of something that may have to be tried again. */
  onTryAgain?: (() => void) | undefined
}

/**
 * Looks like the static shell of `index.html`, whose styles it borrows, so that nothing jumps and nothing goes blank
 * until the first screen is there. It may say something in the meantime.
 */
export function StaticShell({ message, onTryAgain }: StaticShellProps) {
  return (
    <>
      <header className="shell-bar">
        <BrandMark />
        <span>Fanlight</span>
      </header>
      {message !== undefined && (
        <main className="shell-note" role={onTryAgain && 'alert'}>
          {message}
          {onTryAgain && (
            <>
              <br />
              <button type="button" onClick={onTryAgain}>
                Try Again
              </button>
            </>
          )}
        </main>
      )}
    </>
  )
}
