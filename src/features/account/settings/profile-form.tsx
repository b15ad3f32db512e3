import { useState } from 'react'
import * as v from 'valibot'
import { updateProfile } from '#api/account-calls.ts'
import { profileChangesSchema, type ProfileChanges, type User } from '#core/contract/account.ts'
import { firstMessage } from '#core/domain/account/account-messages.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { inArea, setProfile } from '#state/session.ts'
import { countDirtyForm } from '#state/update.ts'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm, type FormRefusal } from '#ui/form/use-record-form.ts'
import { TextField, PasswordField } from '#ui/fields/field.tsx'
import styles from './settings.module.css'
import { Facts } from '#ui/layout/facts.tsx'

const labels = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  license_number: 'License Number',
  phone_number: 'Phone Number',
}
type FieldName = keyof typeof labels
type ProfileValues = Record<FieldName, string>

const profileSchema = v.object({
  ...v.pick(profileChangesSchema, ['first_name', 'last_name', 'license_number', 'phone_number']).entries,
  // Accounts of some servers have no email, so the form accepts an empty one; our server validates it.
  email: v.pipe(v.string(), v.trim()),
})

export function ProfileForm({ user }: { user: User }) {
  const [drafts] = useState(() => draftPort<ProfileValues>(String(user.id), 'profile'))
  const { first_name, last_name, email, license_number, phone_number } = user
  const form = useRecordForm<ProfileValues, ProfileChanges>({
    schema: profileSchema,
    opened: { first_name, last_name, email, license_number, phone_number },
    labels,
    drafts,
    whileDirty: countDirtyForm,
    failure: 'Failed to save the profile. Please try again.',
    save: ({ parsed, values, opened }) => saveProfile(changedFields(parsed, values, opened), proof),
  })
  const proof = useProof(form.form.watch('email') !== email)
  return (
    <Card title="Profile">
      <RecordForm form={form} label="Profile">
        <div className={styles.fields}>
          <TextField {...form.field('first_name')} autoComplete="given-name" autoCapitalize="words" />
          <TextField {...form.field('last_name')} autoComplete="family-name" autoCapitalize="words" />
          <TextField {...form.field('email')} type="email" autoComplete="email" />
          {proof.isNeeded && (
            <PasswordField
              label="Current Password"
              hint="Required to change your email, because password reset links go there."
              error={proof.error}
              value={proof.typed}
              onChange={({ target }) => proof.set({ typed: target.value })}
              autoComplete="current-password"
              required
            />
          )}
          <TextField {...form.field('license_number')} autoComplete="off" autoCapitalize="characters" />
          <TextField {...form.field('phone_number')} type="tel" autoComplete="tel" />
        </div>
        <p className={styles.note}>Logged in as {user.username}.</p>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Saving...">
            Save Profile
          </Button>
        </div>
      </RecordForm>
    </Card>
  )
}

/** `isRequiredByServer`: the server required the password before the app had detected which kind of server it is. */
type ProofState = { typed: string; error?: string; isRequiredByServer?: boolean }
type Proof = ProofState & { isNeeded: boolean; set: (change: Partial<ProofState>) => void }

/** The current password, which our server requires for a new email. It is never stored in a draft, nor sent to a plain server. */
function useProof(isEmailNew: boolean): Proof {
  const isOurs = useConnection(({ serverKind }) => serverKind === 'ours')
  const [state, setState] = useState<ProofState>({ typed: '' })
  const isNeeded = isEmailNew && (isOurs || state.isRequiredByServer === true)
  const set: Proof['set'] = (change) =>
    setState(({ isRequiredByServer = false }) => ({ typed: '', isRequiredByServer, ...change }))
  return { ...state, isNeeded, set }
}

function changedFields(parsed: ProfileChanges, values: ProfileValues, opened: ProfileValues): ProfileChanges {
  const changed = Object.keys(labels).filter((name) => values[name as FieldName] !== opened[name as FieldName])
  return Object.fromEntries(changed.map((name) => [name, parsed[name as FieldName]]))
}

/** Sends the changes at once, not through the outbox; if the server cannot be reached, the form's draft remains. */
async function saveProfile(changes: ProfileChanges, proof: Proof): Promise<FormRefusal | void> {
  const sendsPassword = changes.email !== undefined && proof.isNeeded
  if (sendsPassword && proof.typed === '') {
    const error = 'Enter your current password to change the email.'
    proof.set({ error })
    return { message: error }
  }
  const sent = sendsPassword ? { ...changes, current_password: proof.typed } : changes
  const answer = await inArea('profile', () => updateProfile(sent))
  if (answer.ok) {
    proof.set({ typed: '' })
    // The server has the profile even if the device cannot store it.
    await rememberAgent(answer.value).catch(() => undefined)
    setProfile(answer.value)
    notify({ type: 'success', title: 'Profile Saved', message: 'Your profile has been updated successfully.' })
    return
  }
  const { status, body } = answer.refusal
  if (status === null) {
    return { message: 'The server cannot be reached. What you typed is kept here as a draft; save it again later.' }
  }
  if (status === 404 || status === 405) return { message: 'This server does not keep a profile.' }
  const passwordError = firstMessage(body, ['current_password'])
  if (passwordError !== null) {
    const message = sendsPassword ? passwordError : 'Enter your current password to change the email.'
    proof.set({ isRequiredByServer: true, error: message })
    return { message }
  }
  const fieldErrors: Record<string, string> = {}
  for (const name of Object.keys(labels)) {
    const message = firstMessage(body, [name])
    if (message !== null) fieldErrors[name] = message
  }
  const generalMessage = firstMessage(body, ['detail', 'error', 'message', 'non_field_errors'])
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors }
  return { message: generalMessage ?? 'Failed to save the profile. Please try again.' }
}

/** A read-only profile: a plain server has no call to change it. */
export function ReadOnlyProfile({ user }: { user: User }) {
  const facts: [string, string][] = [
    ['Name', `${user.first_name} ${user.last_name}`.trim()],
    ['Email', user.email],
    ['License Number', user.license_number],
    ['Phone Number', user.phone_number],
    ['Username', user.username],
  ]
  return (
    <Card title="Profile">
      <div className={styles.fields}>
        <Facts facts={facts.filter(([, value]) => value !== '')} />
        <p className={styles.note}>
          Your office’s server manages accounts. Ask your office to change your profile or password, or to close your
          account.
        </p>
      </div>
    </Card>
  )
}
