import { BrandMark } from '#ui/brand-mark.tsx'

/**
 * Looks like the static shell of `index.html`, whose styles it borrows, so that nothing jumps and nothing goes blank
 * until the first screen is there. It may say something meanwhile.
 */
export function StaticShell({ message }: { message?: string | undefined }) {
  return (
    <>
      <header className="shell-bar">
        <BrandMark />
        <span>Fanlight</span>
      </header>
      {message !== undefined && <main className="shell-note">{message}</main>}
    </>
  )
}
