/** A field of the forms about people, with what is wrong about it in the language of the window. */
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../server/features/vocabulary.ts'
import { ApiError } from '../api/client.ts'
import { useLocale } from '../locale.tsx'

/** What the server has against the field at this pointer, in words; null: nothing. */
export const useComplaintAt = (error: unknown): ((pointer: string) => string | null) => {
  const { t } = useLocale()
  return (pointer) => {
    const found = error instanceof ApiError ? error.detail?.errors?.find((each) => each.pointer === pointer) : undefined
    return found ? (t.find(`users.complaint.${found.code}`) ?? found.message) : null
  }
}

const INPUTS = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'username' },
  password: { type: 'password', autoComplete: 'current-password' },
  newPassword: { type: 'password', autoComplete: 'new-password' },
} as const

export const PersonField = ({
  kind,
  label,
  value,
  onChange,
  problem = null,
}: {
  kind: keyof typeof INPUTS
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | null
}) => {
  const { t } = useLocale()
  const isNew = kind === 'newPassword'
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isRequired
      isInvalid={problem !== null}
      maxLength={kind === 'name' ? 100 : kind === 'email' ? 254 : MAX_PASSWORD}
    >
      <Label>{label}</Label>
      {/* The browser's own judgement of an address is stricter in some places and laxer in others than ours. */}
      <Input {...INPUTS[kind]} spellCheck="false" />
      {isNew ? <Text slot="description">{t('users.passwordHint', { least: MIN_PASSWORD })}</Text> : null}
      <FieldError className="field-error">{problem}</FieldError>
    </TextField>
  )
}

export const isLongEnough = (password: string): boolean => password.length >= MIN_PASSWORD
