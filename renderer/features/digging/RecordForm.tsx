/** Days and words that a person puts on record: what the server has against one of them stands at its field. */
import { useState } from 'react'
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import type { Digging } from '../../../server/features/digging/schema.ts'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { readCoordinates } from '../../map/read-coordinates.ts'
import { DayField } from '../../ui/DayField.tsx'
import { useComplaintAt } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useRecord } from './use-record.ts'

type FieldValues = Readonly<Record<string, string | null>>
export interface Field {
  name: string
  label: string
  /** place: in any notation that people write */
  kind: 'day' | 'text' | 'place'
}

/** What a record has of these fields. */
const picked = (record: object | null, fields: readonly Field[]): FieldValues => {
  const of = record as Record<string, string | null> | null
  return Object.fromEntries(fields.map(({ name }) => [name, of?.[name] ?? null]))
}

export const RecordForm = ({
  jobId,
  fields,
  known,
  send,
  blocked,
}: {
  jobId: string
  /** In their order; a day can't be one that is still to come */
  fields: readonly Field[]
  /** What is on record; null: nothing yet */
  known: object | null
  send: (given: FieldValues) => Promise<Digging>
  /** Why it can't be sent, or null */
  blocked: string | null
}) => {
  const { t } = useLocale()
  const [given, give] = useState(() => picked(known, fields))
  const saving = useRecord(jobId, () => send(given))
  const complaintAt = useComplaintAt(saving.error)
  const today = dutchDate(Date.now())
  const set = (name: string) => (value: string) => give({ ...given, [name]: value === '' ? null : value })
  const isNoPlace = (kind: Field['kind'], text: string | null): boolean =>
    kind === 'place' && text !== null && readCoordinates(text) === null
  const wrong = fields.some(({ name, kind }) => isNoPlace(kind, given[name] ?? null)) ? t('digging.noPlace') : null
  const why = blocked ?? (given[fields[0]!.name] ? wrong : t('digging.dayNeeded'))
  return (
    <Form
      className="record"
      onSubmit={(event) => {
        event.preventDefault()
        if (!why) saving.mutate()
      }}
    >
      {fields.map(({ name, label, kind }) => {
        const complaint = isNoPlace(kind, given[name] ?? null) ? t('digging.noPlace') : complaintAt(`/${name}`)
        return kind === 'day' ? (
          <div key={name}>
            <DayField
              label={label}
              value={given[name] ?? ''}
              onChange={set(name)}
              faultOf={(day) => (day > today ? t('digging.future') : null)}
            />
            {complaint ? <p className="field-error">{complaint}</p> : null}
          </div>
        ) : (
          <TextField
            key={name}
            className="field"
            value={given[name] ?? ''}
            onChange={set(name)}
            maxLength={200}
            isInvalid={complaint !== null}
          >
            <Label>{label}</Label>
            <Input autoComplete="off" />
            <FieldError className="field-error">{complaint}</FieldError>
          </TextField>
        )
      })}
      <ActButton type="submit" busy={saving.isPending} blocked={why}>
        {t('digging.record')}
      </ActButton>
      {saving.error && !fields.some(({ name }) => complaintAt(`/${name}`)) ? <ProblemBox error={saving.error} /> : null}
    </Form>
  )
}
