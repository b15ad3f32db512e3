import type { KioskLanguage } from '#core/domain/consent-wordings.ts'

/** Everything that a visitor reads, apart from the consents. */
export type KioskWords = {
  tapToSignIn: string
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
  kept: (seconds: number) => string
  done: string
}

export const kioskWords: Record<KioskLanguage, KioskWords> = {
  en: {
    tapToSignIn: 'Tap to sign in',
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
    enterName: 'Enter your name',
    enterEmail: 'Enter an email like name@example.com',
    enterPhone: 'Enter a phone number, or untick the box',
    notKept: 'This could not be kept on this tablet. Please tell your host.',
    startingOver: (seconds) => `Starting over in ${seconds}`,
    startingOverSoon: 'Nobody seems to be here. The form is about to start over.',
    stillHere: 'I’m still here',
    thanks: (firstName) => `Thank you, ${firstName}`,
    enjoy: (agentName) => `Enjoy the house. Ask ${agentName} if you have a question.`,
    kept: (seconds) => `Kept on this device – will be sent. Back to the start in ${seconds}.`,
    done: 'Done',
  },
  es: {
    tapToSignIn: 'Toque para registrarse',
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
    enterName: 'Escriba su nombre',
    enterEmail: 'Escriba un correo como nombre@ejemplo.com',
    enterPhone: 'Escriba un teléfono o desmarque la casilla',
    notKept: 'No se pudo guardar en esta tableta. Avise a su anfitrión, por favor.',
    startingOver: (seconds) => `Se empieza de nuevo en ${seconds}`,
    startingOverSoon: 'Parece que no hay nadie. El formulario está por empezar de nuevo.',
    stillHere: 'Sigo aquí',
    thanks: (firstName) => `Gracias, ${firstName}`,
    enjoy: (agentName) => `Disfrute de la casa. Pregunte a ${agentName} lo que desee.`,
    kept: (seconds) => `Guardado en este dispositivo; se enviará. Vuelta al inicio en ${seconds}.`,
    done: 'Listo',
  },
}
