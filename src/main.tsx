import '#ui/styles/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { applyPreferences } from '#app/page/apply-preferences.ts'
import { dropSecondPresses } from '#app/page/drop-second-presses.ts'
import { followHeading } from '#app/page/follow-heading.ts'
import { restoreFieldsOnReturn } from '#app/page/restore-fields.ts'
import { watchErrors } from '#app/page/report-errors.ts'
import { createAppRouter } from '#app/routes.tsx'
import { startSession } from '#app/start-session.ts'
import { whenIdle } from '#app/page/when-idle.ts'
import { watchInstallPrompt } from '#state/install-prompt.ts'
import { hasUnsentRespondents } from '#storage/survey/survey-marker.ts'
import { watchHistory } from '#ui/dialogs/history-entry.ts'

watchErrors()
watchInstallPrompt()
dropSecondPresses(document)
applyPreferences()
restoreFieldsOnReturn()
watchHistory()

const router = createAppRouter()
startSession(router)
followHeading(router)

createRoot(document.getElementById('root') as HTMLElement).render(<App router={router} />)

void whenIdle()
  .then(() => import('#app/page/register-service-worker.ts'))
  .then(({ registerServiceWorker }) => registerServiceWorker())
void whenIdle().then(sendWaitingSurveys)

/** Sends survey answers that an earlier page left unsent, whichever page is open. Loads the code only if answers wait. */
async function sendWaitingSurveys(): Promise<void> {
  if (!hasUnsentRespondents()) return
  const { startSurveySending } = await import('#features/survey/respondents/survey-sending.ts')
  // If storage does not work, there is nothing to send.
  await startSurveySending().catch(() => null)
}
