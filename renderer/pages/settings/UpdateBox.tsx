/** How far an update is, and what can be done about it now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Speech, useSpeech } from '../../i18n/words.tsx'
import type { Shell, UpdateState } from '../../shell.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

const KEY = ['shell', 'update']

const said = (state: UpdateState, { words, moment }: Speech): string => {
  const { update } = words.desktop
  switch (state.is) {
    case 'unavailable':
      return update.unavailable[state.why]
    case 'idle':
      return state.oldSince
        ? update.old(moment(state.oldSince))
        : update.idle(state.checkedAt && moment(state.checkedAt))
    case 'postponed':
      return update.postponed(state.version, moment(state.until))
    case 'rolled-back':
      return update.rolledBack(state.version)
    case 'offered':
    case 'downloading':
    case 'downloaded':
    case 'installing':
      return update[state.is](state.version)
    default:
      return update[state.is]
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
  checkForUpdate: 'check',
  downloadUpdate: 'download',
  postponeUpdate: 'postpone',
  installUpdate: 'install',
} as const satisfies Record<Act, string>

export const UpdateBox = ({ shell }: { shell: Shell }) => {
  const speech = useSpeech()
  const { update } = speech.words.desktop
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
      <h4>{update.title}</h4>
      <p role="status">
        {said(now, speech)} {now.is === 'failed' ? <code>{now.why}</code> : null}
      </p>
      {now.is === 'downloading' ? <progress value={now.percent} max={100} aria-label={update.title} /> : null}
      <div className="row">
        {ACTS[now.is].map((act, place) => (
          <ActButton
            key={act}
            weight={place === 0 ? 'primary' : 'plain'}
            busy={acting.isPending}
            onPress={() => acting.mutate(act)}
          >
            {update[LABELS[act]]}
          </ActButton>
        ))}
      </div>
      {acting.error ? <ProblemBox error={acting.error} /> : null}
    </section>
  )
}
