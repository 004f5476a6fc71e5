/** The own account: the password, the calendar, and where one is signed in. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { OpenSession } from '../../../server/features/users/schema.ts'
import { useLocale } from '../../locale.tsx'
import { isLongEnough, PersonField, useComplaintAt } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { CalendarAddress } from '../digging/CalendarAddress.tsx'
import { TextRow } from '../settings/form/fields.tsx'
import { SettingsForm } from '../settings/form/SettingsForm.tsx'
import type { SectionProps } from '../settings/section.ts'
import { endAllSessions, endSession, putPassword, sessionsQuery } from './api.ts'
import { sessionQuery, signOut } from './session-api.ts'

/** The program first: some call themselves by several names, and the one that tells them apart comes first here. */
const PROGRAMS = ['KLIC Desktop', 'Electron', 'Edg', 'Firefox', 'Chrome', 'Safari']
const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux']

const PasswordForm = () => {
  const { t } = useLocale()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [judged, setJudged] = useState(false)
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: () => putPassword(current, next),
    onSuccess: () => {
      setCurrent('')
      setNext('')
      setJudged(false)
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  const complaint = useComplaintAt(changing.error)('/current_password')
  const isShort = judged && !isLongEnough(next)
  return (
    <Form
      className="block narrow"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        setJudged(true)
        if (current && isLongEnough(next)) changing.mutate()
      }}
    >
      <h4>{t('account.changePassword')}</h4>
      <PersonField
        kind="password"
        label={t('account.current')}
        value={current}
        onChange={setCurrent}
        problem={judged && current === '' ? t('form.wrong.required') : complaint}
      />
      <PersonField
        kind="newPassword"
        label={t('account.next')}
        value={next}
        onChange={setNext}
        problem={isShort ? t('users.complaint.TOO_SMALL') : null}
      />
      {changing.error && !complaint ? <ProblemBox error={changing.error} /> : null}
      <p role="status">{changing.isSuccess ? t('account.changed') : null}</p>
      <div className="row">
        <ActButton type="submit" weight="primary" busy={changing.isPending}>
          {t('account.changePassword')}
        </ActButton>
      </div>
    </Form>
  )
}

const SessionRow = ({ open }: { open: OpenSession }) => {
  const { t, moment } = useLocale()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => endSession(open.session_id),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const program = PROGRAMS.find((name) => open.agent?.includes(name))
  const name = program === 'Edg' ? 'Edge' : program
  const system = SYSTEMS.find((each) => open.agent?.includes(each))
  return (
    <li className="log-row row spread">
      <span>
        {name ? (system ? t('account.agentOn', { program: name, system }) : name) : t('account.unknownAgent')}{' '}
        {open.is_this ? <span className="pill pill-good">{t('account.here')}</span> : null}
        <span className="quiet block-line">
          {t('account.seen', { when: moment(open.last_seen_at ?? open.created_at) })}
          {open.address ? `, ${t('account.from', { address: open.address })}` : ''}
        </span>
      </span>
      {open.is_this ? null : (
        <ActButton weight="quiet" busy={ending.isPending} onPress={() => ending.mutate()}>
          {t('account.end')}
        </ActButton>
      )}
    </li>
  )
}

export const AccountSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  // Nothing of this person may stay behind in the window.
  const leave = async () => {
    await queries.resetQueries({ queryKey: sessionQuery.queryKey })
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  }
  const leaving = useMutation({ mutationFn: signOut, onSuccess: leave })
  const leavingAll = useMutation({ mutationFn: endAllSessions, onSuccess: leave })
  const error = sessions.error ?? leaving.error ?? leavingAll.error
  return (
    <>
      <p>
        {session.user ? t('account.as', { name: session.user.name, email: session.user.email }) : t('account.desk')}
      </p>
      {session.user ? (
        <PasswordForm />
      ) : (
        <SettingsForm section="account">
          <p>
            {session.desk_name === null
              ? t('account.deskNameless')
              : t('account.deskNamed', { name: session.desk_name })}
          </p>
          <TextRow
            path="people.desk_name"
            label={t('account.deskName')}
            hint={t('account.deskNameHint')}
            empty={null}
          />
        </SettingsForm>
      )}
      <CalendarAddress />
      <section className="block">
        <h4>{t('account.sessions')}</h4>
        <ul>
          {sessions.data?.data.map((open) => (
            <SessionRow key={open.session_id} open={open} />
          ))}
        </ul>
        <div className="row">
          <ActButton busy={leaving.isPending} onPress={() => leaving.mutate()}>
            {t('account.signOut')}
          </ActButton>
          <SureButton
            label={t('account.endAll')}
            sure={t('form.sure')}
            busy={leavingAll.isPending}
            onPress={() => leavingAll.mutate()}
          />
        </div>
        {error ? <ProblemBox error={error} /> : null}
      </section>
    </>
  )
}
