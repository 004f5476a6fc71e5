/** Where the office's server is, and the way there. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import type { Office } from '../../../server/features/settings/schema.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { OfficeLink } from './OfficeLink.tsx'
import { officeQuery, putOffice } from './office-api.ts'

const OfficeForm = ({ data }: { data: Office }) => {
  const { t } = useLocale()
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
        <Label>{t('office.url')}</Label>
        <Input placeholder="https://klic.office.example" />
        <FieldError />
      </TextField>
      {saving.error ? <ProblemBox error={saving.error} /> : null}
      <div className="row">
        <ActButton type="submit" weight="primary" busy={saving.isPending}>
          {t('office.save')}
        </ActButton>
        {data.url ? <OfficeLink href={data.url} label={t('office.openOffice')} /> : null}
      </div>
    </Form>
  )
}

export const OfficeSection = () => {
  const { t } = useLocale()
  const { data, error } = useQuery(officeQuery)
  if (error && !data) return <ProblemBox error={error} />
  if (!data) return <p className="quiet">{t('loading')}</p>
  return (
    <>
      <p>{t('office.why')}</p>
      <OfficeForm key={data.url} data={data} />
    </>
  )
}
