/** All precautions that are still open, over all jobs, what is due first on top: each line is a way to where it is recorded. */

import { useQuery } from '@tanstack/react-query'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { PrecautionDesk as Desk } from '../../../server/features/digging/schema.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { precautionDeskQuery } from './api.ts'

type Demand = Desk['demands'][number]
const keyOf = ({ job_id, operator }: Demand): string => `${job_id} ${operator}`

const useLine = () => {
  const { t, weekday } = useLocale()
  return ({ state, due_on: due, contacted_on: contacted }: Demand): string =>
    [
      ...(contacted ? [t('today.desk.contacted', { day: weekday(contacted) })] : []),
      due === null ? t('today.desk.noDay') : t(`today.desk.due.${state}`, { day: weekday(due) }),
    ].join(' ')
}

export const OpenPrecautions = () => {
  const { t } = useLocale()
  const line = useLine()
  const { data } = useQuery(precautionDeskQuery)
  if (!data || data.demands.length === 0) return null
  return (
    <details className="open-precautions">
      <summary>
        {t('today.desk.title')} <span className="quiet">{data.demands.length}</span>
      </summary>
      <ListBox
        aria-label={t('today.desk.title')}
        className="job-list"
        selectionMode="none"
        items={data.demands}
        onAction={(key) => {
          const demand = data.demands.find((each) => keyOf(each) === key)
          if (demand) goTo({ job: demand.job_id, tab: 'attention' })
        }}
      >
        {(demand) => {
          const name = demand.reference ?? demand.klic_numbers[0] ?? t('jobs.noReference')
          const operator = demand.operator || t('digging.area')
          return (
            <ListBoxItem id={keyOf(demand)} className="job-item" textValue={`${operator} ${name} ${line(demand)}`}>
              <span className="job-top">
                <strong>{operator}</strong>
                <span className={`pill pill-${demand.is_overdue ? 'bad' : 'care'}`}>
                  {t(`today.desk.state.${demand.state}`)}
                </span>
              </span>
              <span className="duty">{line(demand)}</span>
              <span className="duty quiet">
                {[name, ...demand.klic_numbers.filter((no) => no !== name)].join(' · ')}
              </span>
            </ListBoxItem>
          )
        }}
      </ListBox>
    </details>
  )
}
