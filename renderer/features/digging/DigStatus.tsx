/** May one dig here today: the answer with all that stands against it, and what a person puts on record so that it changes. */
import { useQuery } from '@tanstack/react-query'
import type { Digging } from '../../../server/features/digging/schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { readCoordinates } from '../../map/read-coordinates.ts'
import { isAskedToDig } from '../../tone.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useWho } from '../projects/use-who.ts'
import {
  addAgreement,
  addPhoto,
  type ContactInput,
  diggingQuery,
  letterUrl,
  recordContact,
  recordPresence,
  recordWork,
  type WorkInput,
} from './api.ts'
import { RecordForm } from './RecordForm.tsx'
import { beginPeriod, reasonOfDig } from './reason-of-dig.ts'
import { StoredFiles } from './StoredFiles.tsx'
import { ToTrenches } from './ToTrenches.tsx'
import { useRecord } from './use-record.ts'

const Recorded = ({ of }: { of: { at: string; actor: string } | null }) => {
  const { t, moment } = useLocale()
  const who = useWho()
  return of ? <p className="quiet">{t('digging.recorded', { who: who(of.actor), when: moment(of.at) })}</p> : null
}

/** Made ready, in Dutch: the sender records the contact. */
const Letter = ({ jobId, operator }: { jobId: string; operator: string }) => {
  const { t } = useLocale()
  return (
    <p className="row">
      <span>{t('digging.letter')}</span>
      {(['pdf', 'eml'] as const).map((as) => (
        <a
          key={as}
          href={letterUrl(jobId, operator, as)}
          download
          aria-label={t(`digging.letterFor.${as}`, { operator: operator || t('digging.area') })}
        >
          {t(`digging.letterAs.${as}`)}
        </a>
      ))}
    </p>
  )
}

type Precaution = Digging['precautions'][number]

const Precautions = ({ job, list, blocked }: { job: Job; list: Precaution[]; blocked: string | null }) => {
  const { t, day } = useLocale()
  if (list.length === 0) return null
  return (
    <details className="block">
      <summary>
        {t('digging.precautions')} <span className="quiet">{list.length}</span>
      </summary>
      {list.map(({ operator, contact, contact_by, files }) => (
        <fieldset key={operator}>
          <legend>{operator || t('digging.area')}</legend>
          {contact === null && contact_by ? <p>{t('digging.contactBy', { day: day(contact_by) })}</p> : null}
          {contact?.agreed_on ? null : <Letter jobId={job.job_id} operator={operator} />}
          <RecordForm
            jobId={job.job_id}
            fields={[
              { name: 'contacted_on', label: t('digging.contactedOn'), kind: 'day' },
              { name: 'contacted_by', label: t('digging.contactedBy'), kind: 'text' },
              { name: 'how', label: t('digging.how'), kind: 'text' },
              { name: 'agreed_on', label: t('digging.agreedOn'), kind: 'day' },
              { name: 'remark', label: t('digging.remark'), kind: 'text' },
            ]}
            known={contact}
            send={(given) => recordContact(job.job_id, { operator, ...(given as Omit<ContactInput, 'operator'>) })}
            blocked={blocked}
          />
          <Recorded of={contact} />
          <StoredFiles
            jobId={job.job_id}
            kind="agreements"
            files={files}
            add={(file) => addAgreement(job.job_id, operator, file)}
            blocked={blocked}
          />
        </fieldset>
      ))}
    </details>
  )
}

const placeIn = (text: string | null): WorkInput['place'] => {
  const found = text === null ? null : readCoordinates(text)
  return found && [found.rd[0]!, found.rd[1]!]
}

const Work = ({ job, digging: { work, photos }, blocked }: { job: Job; digging: Digging; blocked: string | null }) => {
  const { t } = useLocale()
  return (
    <details className="block">
      <summary>{t('digging.work')}</summary>
      <RecordForm
        key={work?.at}
        jobId={job.job_id}
        fields={[
          { name: 'begun_on', label: t('digging.begunOn'), kind: 'day' },
          { name: 'begun_by', label: t('digging.begunBy'), kind: 'text' },
          { name: 'place', label: t('digging.place'), kind: 'place' },
          { name: 'ended_on', label: t('digging.endedOn'), kind: 'day' },
          { name: 'remark', label: t('digging.remark'), kind: 'text' },
        ]}
        known={work && { ...work, place: work.place?.join(', ') ?? null }}
        send={({ place, ...given }) =>
          recordWork(job.job_id, { ...(given as unknown as WorkInput), place: placeIn(place ?? null) })
        }
        blocked={blocked}
      />
      <Recorded of={work} />
      <StoredFiles
        jobId={job.job_id}
        kind="photos"
        files={photos}
        add={(file) => addPhoto(job.job_id, file)}
        blocked={blocked}
      />
    </details>
  )
}

/** One tap a day: after the last day to begin, the notification holds only while work goes on daily. */
const Presence = ({ job, digging, blocked }: { job: Job; digging: Digging; blocked: string | null }) => {
  const { t, day } = useLocale()
  const reporting = useRecord(job.job_id, () => recordPresence(job.job_id))
  const last = digging.last_seen_on_site
  if (digging.work === null || digging.work.ended_on !== null) return null
  return (
    <>
      <p className="row">
        {last ? <span className="quiet">{t('digging.lastSeen', { day: day(last) })}</span> : null}
        {last === dutchDate(Date.now()) ? null : (
          <ActButton blocked={blocked} busy={reporting.isPending} onPress={() => reporting.mutate()}>
            {t('digging.seenToday')}
          </ActButton>
        )}
      </p>
      {reporting.error ? <ProblemBox error={reporting.error} /> : null}
    </>
  )
}

/** Where all reasons stand: the head of a result leads there. */
export const DIG_STATUS = 'dig-status'

export const DigStatus = ({ job, mayWrite }: { job: Job; mayWrite: boolean }) => {
  const speech = useLocale()
  const { t } = speech
  const { data, error } = useQuery(diggingQuery(job.job_id))
  const { answer, reasons } = job.dig_status
  const period = beginPeriod(job.dig_status, dutchDate(Date.now()), speech)
  const blocked = mayWrite ? null : t('digging.mayNot')
  return (
    <section className={`dig-status dig-${answer}`} aria-labelledby={DIG_STATUS}>
      <h3 id={DIG_STATUS} tabIndex={-1}>
        {t('digging.title')}
      </h3>
      <strong className="dig-answer">{t(`digging.answer.${answer}`)}</strong>
      {answer === 'yes' ? <p>{t('digging.yesWhy')}</p> : null}
      {reasons.length > 0 ? (
        <ul>
          {reasons.map((reason) => (
            <li key={reason.code}>
              {reasonOfDig(reason, speech)}
              <ToTrenches reason={reason} />
            </li>
          ))}
        </ul>
      ) : null}
      {period ? <p className="quiet">{period}</p> : null}
      {error ? <ProblemBox error={error} /> : null}
      {data ? <Presence job={job} digging={data} blocked={blocked} /> : null}
      {data ? <Precautions job={job} list={data.precautions} blocked={blocked} /> : null}
      {data && isAskedToDig(job) ? <Work job={job} digging={data} blocked={blocked} /> : null}
    </section>
  )
}
