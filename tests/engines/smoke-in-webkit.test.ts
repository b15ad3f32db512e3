import { smokeJourney } from './smoke.ts'

smokeJourney('webkit')
