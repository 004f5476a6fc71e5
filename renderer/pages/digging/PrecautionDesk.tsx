/** All precautions that are still open, over all jobs, what is due first on top: each line is a way to where it is recorded. */
import { useQuery } from '@tanstack/react-query'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { PrecautionDesk as Desk } from '../../../server/contract/duties.ts'
import { precautionDeskQuery } from '../../api/digging.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo } from '../../place.ts'

type Demand = Desk['demands'][number]
const keyOf = ({ job_id, operator }: Demand): string => `${job_id} ${operator}`

const useLine = () => {
  const { words, weekday } = useSpeech()
  const { desk } = words.today
  return ({ state, due_on: due, contacted_on: contacted }: Demand): string =>
    [
      ...(contacted ? [desk.contacted(weekday(contacted))] : []),
      due === null ? desk.noDay : desk.due[state](weekday(due)),
    ].join(' ')
}

export const PrecautionDesk = () => {
  const { words } = useSpeech()
  const line = useLine()
  const { data } = useQuery(precautionDeskQuery)
  const { desk } = words.today
  if (!data || data.demands.length === 0) return null
  return (
    <details className="open-precautions">
      <summary>
        {desk.title} <span className="quiet">{data.demands.length}</span>
      </summary>
      <ListBox
        aria-label={desk.title}
        className="job-list"
        selectionMode="none"
        items={data.demands}
        onAction={(key) => {
          const demand = data.demands.find((each) => keyOf(each) === key)
          if (demand) goTo({ job: demand.job_id, tab: 'attention' })
        }}
      >
        {(demand) => {
          const name = demand.reference ?? demand.klic_numbers[0] ?? words.jobs.noReference
          const operator = demand.operator || words.digging.area
          return (
            <ListBoxItem id={keyOf(demand)} className="job-item" textValue={`${operator} ${name} ${line(demand)}`}>
              <span className="job-top">
                <strong>{operator}</strong>
                <span className={`pill pill-${demand.is_overdue ? 'bad' : 'care'}`}>{desk.state[demand.state]}</span>
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
