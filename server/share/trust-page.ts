import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'

type Trust = {
  certificate: string
  fingerprint: string
}

const certificatePath = '/fanlight-authority.crt'

/** Returns a plain HTTP handler for a page on how to trust this server. On a device that trusts it, the page redirects to the app. */
export function trustPage({ certificate, fingerprint }: Trust): RequestListener {
  return (request, response) => {
    const { host = '' } = request.headers
    if (request.url === certificatePath) {
      response
        .writeHead(200, { 'content-type': 'application/x-x509-ca-cert', 'cache-control': 'no-store' })
        .end(certificate)
    } else if (!/^[\w.:[\]-]+$/.test(host)) {
      response.writeHead(400).end()
    } else {
      const html = page(`https://${host}`, fingerprint)
      response.writeHead(200, headersOf(html, host)).end(html)
    }
  }
}

function headersOf(html: string, host: string): Record<string, string> {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? []
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? []
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src https://${host}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

const iphone = [
  drawScreen({ title: 'Settings', rows: ['Airplane Mode', 'Profile Downloaded', 'General'], touch: 1 }),
  drawScreen({ title: 'Install Profile', rows: ['Fanlight', 'Install'], touch: 1 }),
  drawScreen({ title: 'Trust Settings', rows: ['Fanlight'], touch: 0, control: 'switch' }),
]
const android = [
  drawScreen({ title: 'Settings', rows: ['Network', 'Security & privacy', 'Location'], touch: 1 }),
  drawScreen({ title: 'Credentials', rows: ['Install a certificate', 'CA certificate'], touch: 1 }),
  drawScreen({ title: 'Downloads', rows: ['fanlight-authority.crt'], touch: 0 }),
]

type Screen = { title: string; rows: string[]; touch: number; control?: 'switch' }

/** An SVG of a phone's settings page; `touch` is the row to tap. Screenshots of phones are not ours to distribute and become outdated. */
function drawScreen({ title, rows, touch, control }: Screen): string {
  const lines = rows.map((row, index) => drawRow(row, 58 + index * 34, index === touch ? (control ?? 'arrow') : null))
  return `<svg viewBox="0 0 200 ${70 + rows.length * 34}" role="img" aria-label="${title}: ${rows[touch] ?? ''}">
<rect class="phone" x="1" y="1" width="198" height="${68 + rows.length * 34}" rx="16"/>
<text class="title" x="100" y="36" text-anchor="middle">${title}</text>
${lines.join('\n')}
</svg>`
}

function drawRow(text: string, y: number, touched: 'switch' | 'arrow' | null): string {
  const box = `<rect class="${touched === null ? 'row' : 'touched'}" x="12" y="${y - 6}" width="176" height="28" rx="6"/>`
  const label = `<text x="22" y="${y + 12}">${text}</text>`
  if (touched === null) return box + label
  const knob = `<rect class="switch" x="150" y="${y}" width="30" height="16" rx="8"/><circle class="knob" cx="172" cy="${y + 8}" r="6"/>`
  return box + label + (touched === 'switch' ? knob : `<path class="arrow" d="M172 ${y + 2}l6 6-6 6"/>`)
}

function page(address: string, fingerprint: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fanlight on this device</title><style>${style}</style></head><body><main>
<h1>Fanlight on this device</h1>
<p>Working offline needs a secure connection, and this device does not trust your office’s server yet. It takes three steps, once.</p>
<p><a class="button" href="${certificatePath}" download>1. Download the certificate</a></p>
<h2>2. Trust it</h2>
<details open><summary>iPhone and iPad</summary>
<ol><li>Open this page in <b>Safari</b>, press the button above, and choose <b>Allow</b>.</li>
<li>Open <b>Settings</b>, then <b>Profile Downloaded</b>, and <b>Install</b>.</li>
<li>Still in Settings: <b>General</b>, <b>About</b>, <b>Certificate Trust Settings</b>. Switch <b>Fanlight</b> on.</li></ol>
<div class="pictures">${iphone.join('')}</div></details>
<details open><summary>Android</summary>
<ol><li>Open <b>Settings</b> and search for <b>CA certificate</b>. It is under Security &amp; privacy, More security settings, Encryption &amp; credentials.</li>
<li>Choose <b>Install a certificate</b>, <b>CA certificate</b>, <b>Install anyway</b>.</li>
<li>Choose the file <b>fanlight-authority.crt</b> among your downloads.</li></ol>
<div class="pictures">${android.join('')}</div></details>
<details><summary>Windows, Mac, Chromebook</summary>
<p>Windows: open the file, Install Certificate, Current User, “Trusted Root Certification Authorities”. Mac: open the file, then in Keychain Access open “Fanlight” and under Trust choose Always Trust. Chromebook: Settings, Privacy and security, Security, Manage certificates, Authorities, Import.</p></details>
<h2>3. Open Fanlight</h2>
<p><a class="button" href="${address}/">Open Fanlight</a></p>
<p>Then install it: <b>Share</b>, <b>Add to Home Screen</b> on an iPhone; <b>Install</b> in Fanlight’s Settings on Android.</p>
<h2>Is this safe?</h2>
<p>The certificate can vouch only for this server and addresses inside private networks, never for other websites. Before you
trust it, compare its SHA-256 fingerprint with the one that the server has printed:</p>
<p class="fingerprint">${fingerprint}</p>
</main><script>${script(address)}</script></body></html>`
}

/** Returns a script that opens the app if the device trusts the certificate: only then does the request succeed. */
function script(address: string): string {
  return `fetch(${JSON.stringify(`${address}/healthz`)},{mode:'no-cors'}).then(()=>location.replace(${JSON.stringify(address)}+location.pathname+location.search),()=>{})`
}

const style = `:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--quiet:#5b6774;--line:#cdd5dd;--strong:#1f5f8b;--on:#fff;--soft:#e6f0f7}
@media (prefers-color-scheme:dark){:root{--ink:#e9eef3;--paper:#151b21;--quiet:#a3afba;--line:#3a4651;--strong:#8cc4ea;--on:#0d1b26;--soft:#1e3445}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
.button{display:inline-block;padding:.8rem 1.2rem;border-radius:.6rem;background:var(--strong);color:var(--on);font-weight:600;text-decoration:none}
details{border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1rem;margin:.75rem 0}summary{font-weight:600;cursor:pointer;min-height:1.75rem}
.pictures{display:flex;flex-wrap:wrap;gap:.75rem}svg{width:9.5rem;flex:none}svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .title{font-weight:600}
.phone{fill:var(--paper);stroke:var(--line);stroke-width:2}.row{fill:none;stroke:var(--line)}.touched{fill:var(--soft);stroke:var(--strong);stroke-width:2}
.switch{fill:var(--strong)}.knob{fill:var(--paper)}.arrow{fill:none;stroke:var(--strong);stroke-width:2}
.fingerprint{font:.9rem/1.6 ui-monospace,monospace;overflow-wrap:anywhere;color:var(--quiet)}`
