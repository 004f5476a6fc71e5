/** The office's server: where it is, the key for it, whether it answers, and what was handed over to it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components'
import type { Office } from '../../../server/contract/office.ts'
import { officeQuery, putOffice, testOffice } from '../../api/office.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { OfficeLink } from '../OfficeLink.tsx'

const Outbox = ({ handovers }: Pick<Office, 'handovers'>) => {
  const { words, moment } = useSpeech()
  const { office } = words
  return (
    <section className="block">
      <h4>{office.outbox}</h4>
      {handovers.length === 0 ? <p className="quiet">{office.none}</p> : null}
      <ul className="handovers">
        {handovers.map((handover) => (
          <li key={handover.job_id}>
            <ActButton weight="quiet" onPress={() => goTo({ job: handover.job_id })}>
              {handover.reference ?? words.jobs.noReference}
            </ActButton>
            <span>{office.state[handover.state]}</span>
            <small className="quiet">{moment(handover.handed_over_at ?? handover.created_at)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const OfficeForm = ({ data }: { data: Office }) => {
  const { office } = useSpeech().words
  const queries = useQueryClient()
  const [url, setUrl] = useState(data.url ?? '')
  const [key, setKey] = useState('')
  const saving = useMutation({
    mutationFn: putOffice,
    onSuccess: (saved) => {
      queries.setQueryData(officeQuery.queryKey, saved)
      setKey('')
    },
  })
  const testing = useMutation({ mutationFn: testOffice })
  return (
    <Form
      className="block"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        testing.reset()
        saving.mutate({ url: url.trim() || null, ...(key.trim() ? { key: key.trim() } : {}) })
      }}
    >
      <TextField className="field" type="url" value={url} onChange={setUrl} maxLength={500}>
        <Label>{office.url}</Label>
        <Input placeholder="https://klic.office.example" />
        <FieldError />
      </TextField>
      <TextField className="field" type="password" value={key} onChange={setKey} maxLength={200} autoComplete="off">
        <Label>{office.key}</Label>
        <Input />
        <Text slot="description" className="hint-line">
          {data.has_key ? office.keyKept : office.keyHint}
        </Text>
      </TextField>
      {saving.error ? <ProblemBox error={saving.error} /> : null}
      <div className="row">
        <ActButton type="submit" weight="primary" busy={saving.isPending}>
          {office.save}
        </ActButton>
        {data.url && data.has_key ? (
          <ActButton busy={testing.isPending} onPress={() => testing.mutate()}>
            {office.test}
          </ActButton>
        ) : null}
        {data.url ? <OfficeLink href={data.url} label={office.openOffice} /> : null}
      </div>
      {testing.data ? <p role="status">{office.reach[testing.data.state]}</p> : null}
      {testing.error ? <ProblemBox error={testing.error} /> : null}
    </Form>
  )
}

export const OfficeSection = () => {
  const { words } = useSpeech()
  const { data, error } = useQuery(officeQuery)
  if (error && !data) return <ProblemBox error={error} />
  if (!data) return <p className="quiet">{words.loading}</p>
  return (
    <>
      <p>{words.office.why}</p>
      <OfficeForm key={data.url} data={data} />
      <Outbox handovers={data.handovers} />
    </>
  )
}
