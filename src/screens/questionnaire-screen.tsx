import { Link } from '@tanstack/react-router'
import { SurveyPage } from '#features/survey/survey-page.tsx'
import { buttonClass } from '#ui/basics/button.tsx'

export function QuestionnaireScreen() {
  return (
    <SurveyPage
      home={
        <Link to="/" className={buttonClass({ variant: 'primary', size: 'large' })}>
          Return to Home
        </Link>
      }
    />
  )
}
