/** How far an update is, and what can be done about it now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Key } from '../../../server/texts/texts.ts'
import { type Locale, useLocale } from '../../locale.tsx'
import type { Shell, UpdateState } from '../../shell.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

const KEY = ['shell', 'update']

const said = (state: UpdateState, { t, moment }: Locale): string => {
  switch (state.is) {
    case 'unavailable':
      return t(`desktop.update.unavailable.${state.why}`)
    case 'idle':
      return state.oldSince
        ? t('desktop.update.old', { since: moment(state.oldSince) })
        : state.checkedAt
          ? t('desktop.update.idleSince', { when: moment(state.checkedAt) })
          : t('desktop.update.idle')
    case 'postponed':
      return t('desktop.update.postponed', { version: state.version, until: moment(state.until) })
    case 'rolled-back':
      return t('desktop.update.rolledBack', { version: state.version })
    case 'offered':
    case 'downloading':
    case 'downloaded':
    case 'installing':
      return t(`desktop.update.versions.${state.is}`, { version: state.version })
    case 'checking':
      return t('desktop.update.checking')
    default:
      return t('desktop.update.failed')
  }
}

type Act = 'checkForUpdate' | 'downloadUpdate' | 'postponeUpdate' | 'installUpdate'

/** What can be asked for in each state; the first is what most people want. */
const ACTS: Readonly<Record<UpdateState['is'], readonly Act[]>> = {
  unavailable: [],
  idle: ['checkForUpdate'],
  checking: [],
  postponed: ['downloadUpdate'],
  offered: ['downloadUpdate', 'postponeUpdate'],
  downloading: [],
  downloaded: ['installUpdate', 'postponeUpdate'],
  installing: [],
  'rolled-back': ['checkForUpdate'],
  failed: ['checkForUpdate'],
}
const LABELS = {
  checkForUpdate: 'desktop.update.check',
  downloadUpdate: 'desktop.update.download',
  postponeUpdate: 'desktop.update.postpone',
  installUpdate: 'desktop.update.install',
} as const satisfies Record<Act, Key>

export const UpdateBox = ({ shell }: { shell: Shell }) => {
  const speech = useLocale()
  const { t } = speech
  const queries = useQueryClient()
  const state = useQuery({ queryKey: KEY, queryFn: () => shell.updateState() })
  useEffect(() => shell.onUpdate(() => void queries.invalidateQueries({ queryKey: KEY })), [shell, queries])
  const acting = useMutation({
    mutationFn: (act: Act) => shell[act](),
    onSuccess: (next) => queries.setQueryData(KEY, next),
  })
  const now = state.data
  if (!now) return null
  return (
    <section className="block">
      <h4>{t('desktop.update.title')}</h4>
      <p role="status">
        {said(now, speech)} {now.is === 'failed' ? <code>{now.why}</code> : null}
      </p>
      {now.is === 'downloading' ? (
        <progress value={now.percent} max={100} aria-label={t('desktop.update.title')} />
      ) : null}
      <div className="row">
        {ACTS[now.is].map((act, place) => (
          <ActButton
            key={act}
            weight={place === 0 ? 'primary' : 'plain'}
            busy={acting.isPending}
            onPress={() => acting.mutate(act)}
          >
            {t(LABELS[act])}
          </ActButton>
        ))}
      </div>
      {acting.error ? <ProblemBox error={acting.error} /> : null}
    </section>
  )
}
