/** Where the office's server is, and the way there. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import type { Office } from '../../../server/contract/office.ts'
import { officeQuery, putOffice } from '../../api/office.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { OfficeLink } from '../OfficeLink.tsx'

const OfficeForm = ({ data }: { data: Office }) => {
  const { office } = useSpeech().words
  const queries = useQueryClient()
  const [url, setUrl] = useState(data.url ?? '')
  const saving = useMutation({
    mutationFn: putOffice,
    onSuccess: (saved) => queries.setQueryData(officeQuery.queryKey, saved),
  })
  return (
    <Form
      className="block"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(url.trim() || null)
      }}
    >
      <TextField className="field" type="url" value={url} onChange={setUrl} maxLength={500}>
        <Label>{office.url}</Label>
        <Input placeholder="https://klic.office.example" />
        <FieldError />
      </TextField>
      {saving.error ? <ProblemBox error={saving.error} /> : null}
      <div className="row">
        <ActButton type="submit" weight="primary" busy={saving.isPending}>
          {office.save}
        </ActButton>
        {data.url ? <OfficeLink href={data.url} label={office.openOffice} /> : null}
      </div>
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
    </>
  )
}
