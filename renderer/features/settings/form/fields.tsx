/** The fields of a SettingsForm, each bound to the place of its value. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, FieldError, Input, Label, Radio, RadioGroup, Text, TextField } from 'react-aria-components'
import { useLocale } from '../../../locale.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { sessionQuery } from '../../users/session-api.ts'
import { useSettingsForm } from './SettingsForm.tsx'

interface FieldProps {
  /** `registry.contact/phone` */
  path: string
  label: string
  hint?: string
}

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A field of the server itself: asked on a computer of one's own; on a server for others it says whose it is. */
export const ServersOwn = ({
  path,
  label,
  children,
}: Pick<FieldProps, 'path' | 'label'> & { children: React.ReactNode }) => {
  const { t } = useLocale()
  const { data: session } = useQuery(sessionQuery)
  if (!session?.operator_sets.includes(path)) return children
  return (
    <section className="block">
      <h4>{label}</h4>
      <p className="quiet">{t('form.byOperator')}</p>
    </section>
  )
}

/** `empty`: what the setting holds when nothing is typed. */
export const TextRow = ({
  path,
  label,
  hint,
  empty = '',
  read = (text) => text,
  show = asText,
  ...input
}: FieldProps & {
  empty?: '' | null | readonly never[]
  /** From what is typed to what is kept, and back. */
  read?: (text: string) => unknown
  show?: (value: unknown) => string
} & Pick<React.ComponentProps<typeof Input>, 'placeholder' | 'inputMode' | 'autoComplete'>) => {
  const form = useSettingsForm()
  const problem = form.problemAt(path)
  return (
    <TextField
      className="field"
      value={show(form.valueAt(path))}
      onChange={(text) => form.set(path, text === '' ? empty : read(text))}
      isInvalid={problem !== null}
    >
      <Label>{label}</Label>
      <Input autoComplete="off" {...input} />
      {hint ? <Text slot="description">{hint}</Text> : null}
      <FieldError className="field-error">{problem}</FieldError>
    </TextField>
  )
}

const listIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter((each) => each !== '')

/** Several in one line; what is typed stays as it is while it means what is kept. */
export const ListRow = (props: FieldProps & Pick<React.ComponentProps<typeof Input>, 'placeholder'>) => {
  const [typed, setTyped] = useState('')
  return (
    <TextRow
      {...props}
      inputMode="url"
      empty={[]}
      show={(kept) => {
        const list = Array.isArray(kept) ? kept.join(' ') : ''
        return listIn(typed).join(' ') === list ? typed : list
      }}
      read={(text) => {
        setTyped(text)
        return listIn(text)
      }}
    />
  )
}

/** What is no whole number stays as it was typed, for the complaint to point at. */
const wholeNumber = (text: string): unknown => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

export const NumberRow = (props: FieldProps & { empty?: '' | null }) => (
  <TextRow {...props} read={wholeNumber} inputMode="numeric" />
)

export const SelectRow = ({
  path,
  options,
  read = (value) => value,
  ...rest
}: FieldProps & {
  options: readonly (readonly [value: string, name: string])[]
  read?: (value: string) => unknown
}) => {
  const form = useSettingsForm()
  return (
    <Choice
      {...rest}
      options={options}
      value={asText(form.valueAt(path))}
      onChange={(value) => form.set(path, read(value))}
      problem={form.problemAt(path)}
    />
  )
}

export const CheckRow = ({ path, label, hint }: FieldProps) => {
  const form = useSettingsForm()
  return (
    <Checkbox className="checkbox" isSelected={form.valueAt(path) === true} onChange={(isOn) => form.set(path, isOn)}>
      <span className="tick-box" />
      <span>
        {label}
        {hint ? <small className="hint-line">{hint}</small> : null}
      </span>
    </Checkbox>
  )
}

export interface Kind {
  value: string
  name: string
  what?: string
}

/** One of a few, each with a line that says what it means. */
export const KindRow = ({
  path,
  label,
  kinds,
  read = (value) => value,
  show = asText,
}: Pick<FieldProps, 'path' | 'label'> & {
  kinds: readonly Kind[]
  read?: (value: string) => unknown
  show?: (value: unknown) => string
}) => {
  const form = useSettingsForm()
  const problem = form.problemAt(path)
  return (
    <RadioGroup
      className="kinds"
      value={show(form.valueAt(path))}
      onChange={(value) => form.set(path, read(value))}
      isInvalid={problem !== null}
    >
      <Label>{label}</Label>
      {kinds.map(({ value, name, what }) => (
        <Radio key={value} value={value} className="kind">
          <strong>{name}</strong>
          {what ? <span>{what}</span> : null}
        </Radio>
      ))}
      <FieldError className="field-error">{problem}</FieldError>
    </RadioGroup>
  )
}

const centsOf = (text: string): unknown => {
  const [, euros, cents = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return euros === undefined ? text : Number(euros) * 100 + Number(cents.padEnd(2, '0'))
}

/** Euros as they are typed, cents as they are kept; an empty field is null. */
export const MoneyField = ({
  label,
  hint,
  value,
  onChange,
  problem,
}: {
  label: string
  hint?: string
  value: unknown
  onChange: (cents: unknown) => void
  problem: string | null
}) => {
  const { locale } = useLocale()
  const [typed, setTyped] = useState('')
  const spelled =
    typeof value === 'number'
      ? new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false }).format(value / 100)
      : asText(value)
  return (
    <TextField
      className="field"
      value={typed !== '' && centsOf(typed) === value ? typed : spelled}
      onChange={(text) => {
        setTyped(text)
        onChange(text === '' ? null : centsOf(text))
      }}
      isInvalid={problem !== null}
    >
      <Label>{label}</Label>
      <Input autoComplete="off" inputMode="decimal" />
      {hint ? <Text slot="description">{hint}</Text> : null}
      <FieldError className="field-error">{problem}</FieldError>
    </TextField>
  )
}

export const MoneyRow = ({ path, ...rest }: FieldProps) => {
  const form = useSettingsForm()
  return (
    <MoneyField
      {...rest}
      value={form.valueAt(path)}
      onChange={(cents) => form.set(path, cents)}
      problem={form.problemAt(path)}
    />
  )
}
