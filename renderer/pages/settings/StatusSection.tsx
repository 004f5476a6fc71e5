/** How the server is, for administrators: registry, queue, webhooks, disk and workers, asked for again by itself. */
import { useQuery } from '@tanstack/react-query'
import type { Status } from '../../../server/contract/status.ts'
import { statusQuery } from '../../api/operations.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { ClockWarning } from './ClockWarning.tsx'

const Checks = ({ checks, causes }: Pick<Status, 'checks' | 'causes'>) => {
  const { status } = useSpeech().words
  const failed = (['database', 'storage', 'workers', 'installation'] as const).filter(
    (name) => checks[name] === 'failed',
  )
  if (failed.length === 0) {
    return (
      <p className="status-line status-good" role="status">
        {status.good}
      </p>
    )
  }
  return (
    <div className="status-line status-bad" role="alert">
      <strong>{status.bad}</strong>
      <ul>
        {failed.map((name) => (
          <li key={name}>
            {status.failed[name]}
            {causes[name] ? <small className="quiet">{causes[name]}</small> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Workers = ({ workers }: Pick<Status, 'workers'>) => {
  const { words, moment } = useSpeech()
  const { status } = words
  return (
    <section className="block">
      <h4>{status.workers}</h4>
      {workers.length === 0 ? <p className="quiet">{status.noWorkers}</p> : null}
      <ul className="status-workers">
        {workers.map((worker) => (
          <li key={worker.worker_id}>
            <code>…{worker.worker_id.slice(-6)}</code> {worker.version}, {status.worker(worker.slots)}
            <small className="quiet">{status.seen(moment(worker.started_at), moment(worker.last_seen_at))}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const StatusSection = () => {
  const { words, moment, bytes, number } = useSpeech()
  const { status } = words
  const { data, error, isFetching, refetch } = useQuery(statusQuery)
  if (error && !data) return <ProblemBox error={error} />
  if (!data) return <p className="quiet">{words.loading}</p>
  const { registry, queue, webhooks, disk, cage, set_aside: aside, site_key: siteKey } = data
  const { last_test: test } = registry
  const count = (counts: Record<string, number>, name: string): string => number(counts[name] ?? 0)
  return (
    <>
      <p>{status.why}</p>
      <Checks checks={data.checks} causes={data.causes} />
      {data.files_apart ? (
        <p className="status-line status-bad" role="alert">
          {status.filesApart}
        </p>
      ) : null}
      <ClockWarning />
      {data.data_folder_open ? (
        <p className="status-line status-bad" role="alert">
          {status.openFolder}
        </p>
      ) : null}
      <section className="block">
        <h4>{status.registry}</h4>
        <Facts
          facts={[
            [status.environment, words.registry.environments[registry.environment].name],
            [status.undecided, number(registry.undecided_orders)],
            [status.openParts, number(registry.open_parts)],
            [status.lastAnswer, registry.last_answer_at ? moment(registry.last_answer_at) : status.never],
            [status.lastTest, test ? (test.passed ? status.passed : status.notPassed)(moment(test.at)) : status.never],
          ]}
        />
      </section>
      <section className="block">
        <h4>{status.queue}</h4>
        <Facts
          facts={(['file', 'fetch', 'merge', 'convert'] as const).map((of) => [status.work[of], count(queue, of)])}
        />
      </section>
      <section className="block">
        <h4>{status.webhooks}</h4>
        <Facts
          facts={(['waiting', 'sent', 'given_up'] as const).map((of) => [status.events[of], count(webhooks, of)])}
        />
      </section>
      <section className="block">
        <h4>{status.disk}</h4>
        <p>
          {disk
            ? status.free(
                bytes(disk.free_bytes),
                bytes(disk.total_bytes),
                number((100 * disk.free_bytes) / Math.max(disk.total_bytes, 1)),
              )
            : status.unknown}
        </p>
        {aside.files > 0 ? (
          <p>{status.setAside(number(aside.files), bytes(aside.bytes), number(aside.kept_days))}</p>
        ) : null}
      </section>
      <section className="block">
        <h4>{status.cage}</h4>
        <p>{status.cageHolds[cage.kind]}</p>
        {cage.why ? <p className="quiet">{status.cageWhy[cage.why]}</p> : null}
      </section>
      {siteKey ? (
        <section className="block">
          <h4>{status.siteKey}</h4>
          <p>{status.siteKeyWhy}</p>
          <p className="copyable">
            <code>{siteKey}</code>
          </p>
        </section>
      ) : null}
      <Workers workers={data.workers} />
      {/* The page scrolls, so it has to be reachable by keyboard. */}
      <ActButton busy={isFetching} onPress={() => void refetch()}>
        {status.again}
      </ActButton>
    </>
  )
}
