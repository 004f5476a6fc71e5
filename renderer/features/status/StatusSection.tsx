/** How the server is, for administrators: registry, queue, webhooks, disk and workers, asked for again by itself. */
import { useQuery } from '@tanstack/react-query'
import type { Status } from '../../../server/features/status/schema.ts'
import { statusQuery } from '../../api/operations.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { ClockWarning } from '../settings/ClockWarning.tsx'

const Checks = ({ checks, causes }: Pick<Status, 'checks' | 'causes'>) => {
  const { t } = useLocale()
  const failed = (['database', 'storage', 'workers', 'installation'] as const).filter(
    (name) => checks[name] === 'failed',
  )
  if (failed.length === 0) {
    return (
      <p className="status-line status-good" role="status">
        {t('status.good')}
      </p>
    )
  }
  return (
    <div className="status-line status-bad" role="alert">
      <strong>{t('status.bad')}</strong>
      <ul>
        {failed.map((name) => (
          <li key={name}>
            {t(`status.failed.${name}`)}
            {causes[name] ? <small className="quiet">{causes[name]}</small> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Workers = ({ workers }: Pick<Status, 'workers'>) => {
  const { t, moment } = useLocale()
  return (
    <section className="block">
      <h4>{t('status.workers')}</h4>
      {workers.length === 0 ? <p className="quiet">{t('status.noWorkers')}</p> : null}
      <ul className="status-workers">
        {workers.map((worker) => (
          <li key={worker.worker_id}>
            <code>…{worker.worker_id.slice(-6)}</code> {worker.version}, {t('status.worker', { slots: worker.slots })}
            <small className="quiet">
              {t('status.seen', { since: moment(worker.started_at), seen: moment(worker.last_seen_at) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const StatusSection = () => {
  const { t, moment, bytes, number } = useLocale()
  const { data, error, isFetching, refetch } = useQuery(statusQuery)
  if (error && !data) return <ProblemBox error={error} />
  if (!data) return <p className="quiet">{t('loading')}</p>
  const { registry, queue, webhooks, disk, cage, set_aside: aside, site_key: siteKey } = data
  const { last_test: test } = registry
  const count = (counts: Record<string, number>, name: string): string => number(counts[name] ?? 0)
  return (
    <>
      <p>{t('status.why')}</p>
      <Checks checks={data.checks} causes={data.causes} />
      {data.files_apart ? (
        <p className="status-line status-bad" role="alert">
          {t('status.filesApart')}
        </p>
      ) : null}
      <ClockWarning />
      {data.data_folder_open ? (
        <p className="status-line status-bad" role="alert">
          {t('status.openFolder')}
        </p>
      ) : null}
      <section className="block">
        <h4>{t('status.registry')}</h4>
        <Facts
          facts={[
            [t('status.environment'), t(`registry.environments.${registry.environment}.name`)],
            [t('status.undecided'), number(registry.undecided_orders)],
            [t('status.openParts'), number(registry.open_parts)],
            [t('status.lastAnswer'), registry.last_answer_at ? moment(registry.last_answer_at) : t('status.never')],
            [
              t('status.lastTest'),
              test
                ? t(test.passed ? 'status.passed' : 'status.notPassed', { when: moment(test.at) })
                : t('status.never'),
            ],
          ]}
        />
      </section>
      <section className="block">
        <h4>{t('status.queue')}</h4>
        <Facts
          facts={(['file', 'fetch', 'merge', 'convert'] as const).map((of) => [
            t(`status.work.${of}`),
            count(queue, of),
          ])}
        />
      </section>
      <section className="block">
        <h4>{t('status.webhooks')}</h4>
        <Facts
          facts={(['waiting', 'sent', 'given_up'] as const).map((of) => [
            t(`status.events.${of}`),
            count(webhooks, of),
          ])}
        />
      </section>
      <section className="block">
        <h4>{t('status.disk')}</h4>
        <p>
          {disk
            ? t('status.free', {
                free: bytes(disk.free_bytes),
                total: bytes(disk.total_bytes),
                percent: number((100 * disk.free_bytes) / Math.max(disk.total_bytes, 1)),
              })
            : t('status.unknown')}
        </p>
        {aside.files > 0 ? (
          <p>
            {t('status.setAside', {
              files: number(aside.files),
              size: bytes(aside.bytes),
              days: number(aside.kept_days),
            })}
          </p>
        ) : null}
      </section>
      <section className="block">
        <h4>{t('status.cage')}</h4>
        <p>{t(`status.cageHolds.${cage.kind}`)}</p>
        {cage.why ? <p className="quiet">{t(`status.cageWhy.${cage.why}`)}</p> : null}
      </section>
      {siteKey ? (
        <section className="block">
          <h4>{t('status.siteKey')}</h4>
          <p>{t('status.siteKeyWhy')}</p>
          <p className="copyable">
            <code>{siteKey}</code>
          </p>
        </section>
      ) : null}
      <Workers workers={data.workers} />
      {/* The page scrolls, so it has to be reachable by keyboard. */}
      <ActButton busy={isFetching} onPress={() => void refetch()}>
        {t('status.again')}
      </ActButton>
    </>
  )
}
