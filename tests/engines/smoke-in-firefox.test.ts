import { smokeJourney } from './smoke.ts'

smokeJourney('firefox')
