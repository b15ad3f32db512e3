import { smokeJourney } from './smoke.ts'

smokeJourney('chromium')
