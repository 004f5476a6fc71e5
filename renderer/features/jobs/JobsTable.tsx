/** The jobs as a table, for wide windows: sorted by a column, and those that are chosen archived, saved or printed at once. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { dutchDate, isMoving, type JobSort, workingDaysUntil } from '../../../server/features/vocabulary.ts'
import { csvOf } from '../../csv.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { prefer } from '../../preferences.ts'
import { saveText } from '../../save-text.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { PrecautionChip } from '../digging/PrecautionChip.tsx'
import { allJobs, archiveJobs, jobListQuery } from './api.ts'
import { DeleteQuotes } from './DeleteQuotes.tsx'
import { jobTitle } from './job-title.ts'
import { klicNumbers } from './klic-numbers.ts'
import { JobPill } from './StatusPill.tsx'
import { useJobFilter } from './use-job-filter.ts'

/** The columns that the server sorts by: of thousands of jobs only a part is here. */
const SORTS: Partial<Record<Column, readonly [by: JobSort, direction: 'ascending' | 'descending' | 'other']>> = {
  reference: ['reference', 'ascending'],
  // What comes next: an order of its own.
  state: ['next', 'other'],
  start: ['start', 'descending'],
  created: ['newest', 'descending'],
}
const COLUMNS = ['reference', 'numbers', 'kind', 'state', 'start', 'left', 'notifications', 'price', 'created'] as const
type Column = (typeof COLUMNS)[number]
const CLASSES: Readonly<Partial<Record<Column, string>>> = {
  reference: 'wraps as-typed',
  numbers: 'wraps',
  state: 'chips',
  left: 'figure',
  notifications: 'figure',
  price: 'figure',
}

/** What stands in each column, as text. */
const useCells = (): ((job: JobBrief) => Record<Column, string>) => {
  const { t, day, euros } = useLocale()
  const today = dutchDate(Date.now())
  return (job) => {
    const { start_date: start, quote, source } = job
    return {
      reference: jobTitle(t, job),
      numbers: klicNumbers(job.klic_numbers),
      kind: t(`jobs.kinds.${job.klic_type}`),
      state: t(`pill.${job.next_action_reason}`),
      start: start ? day(start) : '',
      left: start && start >= today ? String(workingDaysUntil(today, start)) : '',
      // An opened delivery was not requested here: no notification and no price.
      notifications: source === 'imported' ? '' : String(quote.notifications),
      price: source === 'imported' ? '' : euros(quote.total.amount),
      created: day(job.created_at),
    }
  }
}

interface RowProps {
  job: JobBrief
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

const Row = ({ job, isChosen, choose }: RowProps) => {
  const { t } = useLocale()
  const cells = useCells()(job)
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className="tick">
        <input
          type="checkbox"
          aria-label={t('jobs.choose', { reference: cells.reference })}
          checked={isChosen}
          onChange={({ target }) => choose(target.checked)}
        />
      </td>
      {COLUMNS.map((column) => (
        <td key={column} className={CLASSES[column]}>
          {column === 'reference' ? (
            <Button className="link" onPress={() => goTo({ job: job.job_id })}>
              {cells.reference}
            </Button>
          ) : column === 'state' ? (
            <span>
              <JobPill job={job} />
              <PrecautionChip job={job} />
            </span>
          ) : (
            cells[column]
          )}
        </td>
      ))}
    </tr>
  )
}

const leave = () => goTo({})

/** What is selected: these jobs, or all of the filter without these. */
interface Selection {
  isAll: boolean
  ids: ReadonlySet<string>
}
const NONE: Selection = { isAll: false, ids: new Set() }
const ALL: Selection = { isAll: true, ids: new Set() }
const isSelected = ({ isAll, ids }: Selection, jobId: string): boolean => isAll !== ids.has(jobId)

export const JobsTable = ({ mayWrite }: { mayWrite: boolean }) => {
  const { t } = useLocale()
  const filter = useJobFilter()
  const { status, sort } = filter
  const queries = useQueryClient()
  const cellsOf = useCells()
  const jobs = useInfiniteQuery(jobListQuery(filter))
  const filterKey = `${filter.text} ${status}`
  const [selected, setSelected] = useState({ selection: NONE, filterKey })
  // A selection belongs to the filter under which it was made.
  const selection = selected.filterKey === filterKey ? selected.selection : NONE
  const select = (next: Selection) => setSelected({ selection: next, filterKey })
  const [wanted, setWanted] = useState(1)
  /** What became of quotes that were deleted. */
  const [told, tell] = useState<string | null>(null)
  // The list may have been scrolled far: here each page is asked for.
  const loaded = jobs.data?.pages ?? []
  const pages = loaded.slice(0, wanted)
  const shown = pages.flatMap(({ data }) => data)
  const total = loaded.at(-1)?.pagination.total ?? 0
  // One that went out of the list is not acted on any more.
  const picked = shown.filter(({ job_id }) => isSelected(selection, job_id))
  const count = selection.isAll ? Math.max(total - selection.ids.size, picked.length) : picked.length
  const isArchive = status === 'archived'
  /** Also those that are not loaded. */
  const selectedJobs = async () =>
    selection.isAll ? (await allJobs(filter)).filter(({ job_id }) => isSelected(selection, job_id)) : picked
  const archiving = useMutation({
    mutationFn: async ({ ids, isOut }: { ids?: readonly string[]; isOut: boolean }) => {
      if (ids) return { changed: await archiveJobs(ids, isOut), left: 0 }
      const asked = await selectedJobs()
      const movable = isOut ? asked.filter(({ status: state }) => !isMoving(state)) : asked
      const changed = await archiveJobs(
        movable.map(({ job_id }) => job_id),
        isOut,
      )
      return { changed, left: asked.length - movable.length }
    },
    onSuccess: () => {
      select(NONE)
      return queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  const choose = (id: string, isChosen: boolean) => {
    const ids = new Set(selection.ids)
    if (isChosen !== selection.isAll) ids.add(id)
    else ids.delete(id)
    select({ isAll: selection.isAll, ids })
  }
  const none = count === 0 ? t('jobs.table.chooseFirst') : null
  const archive = () => {
    tell(null)
    archiving.mutate({ isOut: !isArchive })
  }
  // Until something else is chosen: then the line is about that.
  const done = count === 0 && !told && archiving.isSuccess ? { ...archiving.data, ...archiving.variables } : null
  const said = done
    ? [
        t(done.isOut ? 'jobs.table.archived' : 'jobs.table.broughtBack', { n: done.changed.length }),
        done.left > 0 ? t('jobs.table.leftOut', { n: done.left }) : null,
      ]
    : [(count === 0 && told) || t('jobs.table.chosen', { n: count })]
  const saving = useMutation({ mutationFn: () => (count > 0 ? selectedJobs() : allJobs(filter)), onSuccess: save })
  function save(jobsToSave: readonly JobBrief[]) {
    const head = COLUMNS.map((column) => t(`jobs.table.columns.${column}`))
    // In a file there is room for all of them.
    const rows = jobsToSave.map((job) => {
      const cells = { ...cellsOf(job), numbers: job.klic_numbers.join(' ') }
      return COLUMNS.map((column) => cells[column])
    })
    saveText(`${t('jobs.table.file')}.csv`, csvOf([head, ...rows]), 'text/csv')
  }
  return (
    <>
      <PanelHead title={t('jobs.table.title')} onClose={leave} />
      <div className="panel-body jobs-table" data-some={count > 0 || undefined}>
        {jobs.error ? <ProblemBox error={jobs.error} /> : null}
        <div className="table-box">
          <table>
            <thead>
              <tr>
                <th className="tick">
                  <input
                    type="checkbox"
                    aria-label={t('jobs.table.all', { n: total })}
                    title={t('jobs.table.all', { n: total })}
                    checked={total > 0 && count >= total}
                    onChange={({ target }) => select(target.checked ? ALL : NONE)}
                  />
                </th>
                {COLUMNS.map((column) => {
                  const [by, direction] = SORTS[column] ?? []
                  return (
                    <th key={column} aria-sort={by && (by === sort ? direction : 'none')}>
                      {by ? (
                        <Button className="link" onPress={() => prefer({ jobOrder: by })}>
                          {t(`jobs.table.columns.${column}`)}
                          {by === sort ? (
                            <span aria-hidden="true"> {direction === 'descending' ? '↓' : '↑'}</span>
                          ) : null}
                        </Button>
                      ) : (
                        t(`jobs.table.columns.${column}`)
                      )}
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody>
              {shown.map((job) => (
                <Row
                  key={job.job_id}
                  job={job}
                  isChosen={isSelected(selection, job.job_id)}
                  choose={(isChosen) => choose(job.job_id, isChosen)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {jobs.hasNextPage || pages.length < loaded.length ? (
          <ActButton
            busy={jobs.isFetchingNextPage}
            onPress={() => {
              setWanted(pages.length + 1)
              if (pages.length === loaded.length) void jobs.fetchNextPage()
            }}
          >
            {t('jobs.table.more')}
          </ActButton>
        ) : null}
        {archiving.error ? <ProblemBox error={archiving.error} /> : null}
        {saving.error ? <ProblemBox error={saving.error} /> : null}
      </div>
      <footer className="panel-foot">
        <div className="row">
          <p role="status">{said.filter(Boolean).join(' ')}</p>
          {done && done.changed.length > 0 ? (
            <ActButton weight="quiet" onPress={() => archiving.mutate({ ids: done.changed, isOut: !done.isOut })}>
              {t('jobs.table.undo')}
            </ActButton>
          ) : null}
          {mayWrite ? (
            <ActButton blocked={none} busy={archiving.isPending} onPress={archive}>
              {isArchive ? t('jobs.unarchive') : t('jobs.archive')}
            </ActButton>
          ) : null}
          {mayWrite ? (
            <DeleteQuotes
              jobs={picked}
              done={(_deleted, outcome) => {
                select(NONE)
                tell(outcome)
              }}
            />
          ) : null}
          <ActButton
            busy={saving.isPending}
            blocked={total === 0 ? t('jobs.none') : null}
            onPress={() => saving.mutate()}
          >
            {count > 0 ? t('jobs.table.save') : t('jobs.table.saveAll', { n: total })}
          </ActButton>
          <ActButton onPress={() => print()}>{t('jobs.table.print')}</ActButton>
        </div>
      </footer>
    </>
  )
}
