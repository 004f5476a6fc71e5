/** Secret addresses at which diggers consult this job on a telephone: each for one person, shown once, revoked. On a server for others. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { makeSiteLink, revokeSiteLink, siteLinksQuery } from './api.ts'

const DAYS = [1, 7, 28, 90]

export const SiteLinks = ({ job: { job_id }, mayWrite }: { job: Job; mayWrite: boolean }) => {
  const { t, moment } = useLocale()
  const queries = useQueryClient()
  const query = siteLinksQuery(job_id)
  const { data, error } = useQuery(query)
  const [name, setName] = useState('')
  const [days, setDays] = useState(28)
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey })
  // The address must not outlive this page.
  const making = useMutation({
    mutationFn: () => makeSiteLink(job_id, { name: name.trim(), days }),
    onSuccess: () => setName(''),
    onSettled: refresh,
    gcTime: 0,
  })
  const revoking = useMutation({
    mutationFn: (linkId: string) => revokeSiteLink(job_id, linkId),
    onSuccess: (_, linkId) => linkId === making.data?.link_id && making.reset(),
    onSettled: refresh,
  })
  if (error) return <ProblemBox error={error} />
  if (!data) return null
  if (!data.can_make) return <p className="quiet">{t('result.toSite.linkNeeds')}</p>
  const problem = making.error ?? revoking.error
  const make = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') making.mutate()
  }
  return (
    <section aria-label={t('result.siteLinks.title')}>
      <h4>{t('result.siteLinks.title')}</h4>
      <p className="quiet">{t('result.siteLinks.what')}</p>
      {mayWrite ? (
        <form className="row" onSubmit={make}>
          <TextField className="field" value={name} onChange={setName} maxLength={80}>
            <Label>{t('result.siteLinks.name')}</Label>
            <Input />
          </TextField>
          <label className="field">
            <span>{t('result.siteLinks.days')}</span>
            <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
              {DAYS.map((each) => (
                <option key={each} value={each}>
                  {t('result.siteLinks.daysOf', { n: each })}
                </option>
              ))}
            </select>
          </label>
          <ActButton type="submit" busy={making.isPending}>
            {t('result.siteLinks.make')}
          </ActButton>
        </form>
      ) : null}
      {making.data ? (
        <div className="secret" role="status">
          <strong>{t('result.siteLinks.once')}</strong>
          <Copyable text={making.data.address} label={t('result.siteLinks.address')} />
        </div>
      ) : null}
      {data.data.length > 0 ? (
        <ul className="phones">
          {data.data.map((link) => (
            <li key={link.link_id}>
              {link.name}{' '}
              <span className="quiet">
                {t('result.siteLinks.until', { when: moment(link.expires_at) })};{' '}
                {link.opened_at === null
                  ? t('result.siteLinks.neverOpened')
                  : t('result.siteLinks.opened', { revision: link.opened_revision ?? 0, when: moment(link.opened_at) })}
              </span>{' '}
              {mayWrite ? (
                <SureButton
                  label={t('result.siteLinks.revoke')}
                  name={t('result.siteLinks.revokeOf', { name: link.name })}
                  sure={t('form.sure')}
                  busy={revoking.isPending && revoking.variables === link.link_id}
                  onPress={() => revoking.mutate(link.link_id)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {problem ? <ProblemBox error={problem} /> : null}
    </section>
  )
}
