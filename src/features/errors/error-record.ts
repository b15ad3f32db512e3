const errorTypes = ['uncaught', 'unhandled_rejection', 'boundary', 'api', 'performance'] as const
export type ErrorType = (typeof errorTypes)[number]

/** What the reporter keeps and sends. */
export type ErrorRecord = {
  type: ErrorType
  message: string
  stack: string
  timestamp: string
  user_agent: string
  /** Without query and fragment, which may hold what somebody searched for. */
  page_url: string
  /** The agent's number, or 'anonymous'. */
  user_id: string
  session_id: string
  build_version: string
  environment: string
}

/** Where and by whom; the reporter's edges bring it. */
export type ErrorScene = Omit<ErrorRecord, 'type' | 'message' | 'stack'>

const longestMessage = 1000
const longestStack = 8000

export function errorRecord(type: ErrorType, error: unknown, scene: ErrorScene): ErrorRecord {
  const { message, stack } =
    error instanceof Error
      ? { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' }
      : { message: String(error), stack: '' }
  return {
    type,
    message: withoutPersonalData(message).slice(0, longestMessage),
    stack: withoutPersonalData(stack).slice(0, longestStack),
    ...scene,
    page_url: withoutQuery(scene.page_url),
  }
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Errors quote what they stumbled over: email addresses, phone numbers, query strings and parts of records are taken out. */
function withoutPersonalData(text: string): string {
  return (
    text
      .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]')
      .replaceAll(/\+?\(?\d{3}\)?[\s.-]\d{3}[\s.-]?\d{4}/g, '[phone]')
      .replaceAll(/\?[^\s:)'"]+/g, '')
      // As Chromium and WebKit quote JSON.
      .replaceAll(/(?:\.{3})?".{0,100}?"(?:\.{3})?(?= is not valid JSON)/gs, '[text]')
      .replaceAll(/(JSON Parse error: [^"\n]*)"[^"\n]*"/g, '$1[text]')
  )
}
