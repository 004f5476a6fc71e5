/** The first user. A user who sees this holds the one-time token, or sits at the desktop. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { isLongEnough, PersonField, useComplaintAt } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { makeOwner, usersQuery } from './api.ts'

export const OwnerForm = () => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [judged, setJudged] = useState(false)
  const making = useMutation({
    mutationFn: makeOwner,
    onSuccess: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  })
  const complaintAt = useComplaintAt(making.error)
  const needed = (value: string): string | null => (judged && value.trim() === '' ? t('form.wrong.required') : null)
  const isShort = judged && password !== '' && !isLongEnough(password)
  return (
    <>
      <p>{t('users.none')}</p>
      <Form
        className="block narrow"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          setJudged(true)
          if (name.trim() && email.trim() && isLongEnough(password)) making.mutate({ name, email, password })
        }}
      >
        <h4>{t('users.firstOwner')}</h4>
        <p>{t('users.firstWhy')}</p>
        <PersonField kind="name" label={t('users.name')} value={name} onChange={setName} problem={needed(name)} />
        <PersonField
          kind="email"
          label={t('users.email')}
          value={email}
          onChange={setEmail}
          problem={needed(email) ?? complaintAt('/email')}
        />
        <PersonField
          kind="newPassword"
          label={t('users.password')}
          value={password}
          onChange={setPassword}
          problem={isShort ? t('users.complaint.TOO_SMALL') : (needed(password) ?? complaintAt('/password'))}
        />
        {making.error && !complaintAt('/email') ? <ProblemBox error={making.error} /> : null}
        <div className="row">
          <ActButton type="submit" weight="primary" busy={making.isPending}>
            {t('users.firstOwner')}
          </ActButton>
        </div>
      </Form>
    </>
  )
}
