import type { KioskLanguage } from '#core/domain/visits/consent-wordings.ts'

/** All texts for visitors, except the consents (`consent-wordings.ts`). */
export type KioskWords = {
  tapToSignIn: string
  /** Shown if the open house is not today: "Open house on Friday, November 27". */
  onDay: (date: string) => string
  welcome: string
  name: string
  email: string
  reach: (agentName: string) => string
  phone: string
  startOver: string
  next: string
  back: string
  signIn: string
  saving: string
  enterName: string
  enterEmail: string
  enterPhone: string
  notKept: string
  startingOver: (seconds: number) => string
  startingOverSoon: string
  stillHere: string
  thanks: (firstName: string) => string
  enjoy: (agentName: string) => string
  closing: (seconds: number) => string
  done: string
}

export const kioskWords: Record<KioskLanguage, KioskWords> = {
  en: {
    tapToSignIn: 'Tap to sign in',
    onDay: (date) => `Open house on ${dayIn('en-US', date)}`,
    welcome: 'Welcome. Who’s here?',
    name: 'Your name',
    email: 'Email',
    reach: (agentName) => `How can ${agentName} reach you?`,
    phone: 'Phone (optional)',
    startOver: 'Start over',
    next: 'Next',
    back: 'Back',
    signIn: 'Sign in',
    saving: 'Signing in...',
    enterName: 'Enter your name.',
    enterEmail: 'Enter an email like name@example.com.',
    enterPhone: 'Enter at least 7 digits, or clear the number and the box.',
    notKept: 'This couldn’t be saved on this tablet. Please tell your host.',
    startingOver: (seconds) => `Starting over in ${seconds}`,
    startingOverSoon: 'Nobody seems to be here. The form is about to start over.',
    stillHere: 'I’m still here',
    thanks: (firstName) => `Thank you, ${firstName}`,
    enjoy: (agentName) => `Enjoy the house. Ask ${agentName} if you have a question.`,
    closing: (seconds) => `Closing in ${seconds}…`,
    done: 'Done',
  },
  es: {
    tapToSignIn: 'Toque para registrarse',
    onDay: (date) => `Casa abierta el ${dayIn('es-US', date)}`,
    welcome: 'Bienvenido. ¿Quién nos visita?',
    name: 'Su nombre',
    email: 'Correo electrónico',
    reach: (agentName) => `¿Cómo puede contactarle ${agentName}?`,
    phone: 'Teléfono (opcional)',
    startOver: 'Empezar de nuevo',
    next: 'Siguiente',
    back: 'Atrás',
    signIn: 'Registrarse',
    saving: 'Registrando...',
    enterName: 'Escriba su nombre.',
    enterEmail: 'Escriba un correo como nombre@ejemplo.com.',
    enterPhone: 'Escriba al menos 7 dígitos, o borre el número y desmarque la casilla.',
    notKept: 'No se pudo guardar en esta tableta. Avise a su anfitrión, por favor.',
    startingOver: (seconds) => `Se empieza de nuevo en ${seconds}`,
    startingOverSoon: 'Parece que no hay nadie. El formulario está por empezar de nuevo.',
    stillHere: 'Sigo aquí',
    thanks: (firstName) => `Gracias, ${firstName}`,
    enjoy: (agentName) => `Disfrute de la casa. Pregunte a ${agentName} lo que desee.`,
    closing: (seconds) => `Se cierra en ${seconds}…`,
    done: 'Listo',
  },
}

function dayIn(locale: string, date: string): string {
  const day: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(locale, day).format(new Date(`${date}T00:00:00Z`))
}
