/** What only the desktop application can do: starting at login, the tray, messages, its port, updates. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { type Shell, type ShellPreferences, shell } from '../../shell.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { UpdateBox } from './UpdateBox.tsx'

const MIN_PORT = 1024
const MAX_PORT = 65_535

const PortField = ({ port, onChange }: { port: number; onChange: (port: number) => void }) => {
  const { t } = useLocale()
  const [typed, setTyped] = useState(String(port))
  const wanted = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  const isPort = wanted >= MIN_PORT && wanted <= MAX_PORT
  return (
    <TextField
      className="field narrow"
      value={typed}
      onChange={setTyped}
      onBlur={() => {
        if (isPort && wanted !== port) onChange(wanted)
      }}
      isInvalid={!isPort}
    >
      <Label>{t('desktop.port')}</Label>
      <Input inputMode="numeric" autoComplete="off" />
      <Text slot="description">{t('desktop.portHint')}</Text>
      <FieldError className="field-error">{t('desktop.portWrong')}</FieldError>
    </TextField>
  )
}

const SWITCHES = ['startAtLogin', 'keepRunning', 'notify'] as const

const Inside = ({ shell }: { shell: Shell }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const preferences = useQuery({ queryKey: ['shell'], queryFn: () => shell.preferences() })
  const changing = useMutation({
    mutationFn: (change: Partial<ShellPreferences>) => shell.setPreferences(change),
    onSuccess: (next) => queries.setQueryData(['shell'], next),
  })
  const now = preferences.data
  if (!now) return preferences.error ? <ProblemBox error={preferences.error} /> : <p>{t('loading')}</p>
  return (
    <>
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          className="checkbox"
          isSelected={now[name]}
          onChange={(isOn) => changing.mutate({ [name]: isOn })}
        >
          <span className="tick-box" />
          <span>
            {t(`desktop.switches.${name}`)}
            {name === 'keepRunning' ? <small className="hint-line">{t('desktop.keepRunningHint')}</small> : null}
          </span>
        </Checkbox>
      ))}
      <PortField port={now.port} onChange={(port) => changing.mutate({ port })} />
      <Choice
        label={t('desktop.channel')}
        value={now.channel}
        options={(['latest', 'beta'] as const).map((channel) => [channel, t(`desktop.channels.${channel}`)])}
        onChange={(channel) => changing.mutate({ channel: channel as ShellPreferences['channel'] })}
      />
      <p role="status" className="quiet">
        {changing.isSuccess ? t('desktop.kept') : null}
      </p>
      {changing.error ? <ProblemBox error={changing.error} /> : null}
      <UpdateBox shell={shell} />
      <section className="block">
        <h4>{t('desktop.files')}</h4>
        <div className="row">
          <ActButton onPress={() => void shell.showData()}>{t('desktop.showData')}</ActButton>
          <ActButton onPress={() => void shell.showLog()}>{t('desktop.showLog')}</ActButton>
        </div>
      </section>
    </>
  )
}

/** Without a shell its row is not in the list. */
export const DesktopSection = () => (shell ? <Inside shell={shell} /> : null)
