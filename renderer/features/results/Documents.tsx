/** Letters, drawings and pictures of the deliveries, by operator; each opens inside the window. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { JobDocuments } from '../../../server/features/results/schema.ts'
import { capital } from '../../../server/texts/texts.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'
import { documentsQuery } from './results-api.ts'

export type JobDocument = JobDocuments['data'][number]

/** Without what every name begins with: the operator and the KLIC number, which are said beside it. */
const fileNameOf = ({ name }: JobDocument): string =>
  name.slice(name.lastIndexOf('/') + 1).replace(/^nl\.imkl-\w{6}_\w+\./, '')

/** The same letter comes with each notification: it is one row, told by its bytes, since a name may serve for two. */
export const groupDocuments = (documents: readonly JobDocument[]): JobDocument[][] => [
  ...Map.groupBy(documents, ({ no, kind, theme, sha256 }) =>
    sha256 === null ? String(no) : [sha256, kind, theme].join(' '),
  ).values(),
]

/** What a document is called by people: its kind and, of some, its theme. */
export const useTitleOf = () => {
  const { t, theme } = useLocale()
  return ({ kind, theme: of }: JobDocument): string =>
    [capital(t.find(`result.documentKind.${kind}`) ?? kind), of ? theme(of) : null].filter(Boolean).join(', ')
}

/** @param copies of one file: the first is opened */
export const DocumentRow = ({ copies }: { copies: readonly JobDocument[] }) => {
  const { t } = useLocale()
  const titleOf = useTitleOf()
  const document = copies[0]!
  const said = (
    <>
      {titleOf(document)}
      <small>{copies.map(({ klic_number }) => klic_number).join(', ')}</small>
      <small className="file-name">{fileNameOf(document)}</small>
    </>
  )
  return (
    <li>
      {document.is_there ? (
        <Button className="row-name" onPress={() => updatePlace({ document: document.no })}>
          {said}
        </Button>
      ) : (
        <span className="row-name missing">
          {said}
          <small>{t('result.documentMissing')}</small>
        </span>
      )}
    </li>
  )
}

export const Documents = ({ job, summary }: { job: Job; summary: JobSummary }) => {
  const { t } = useLocale()
  const { data, error } = useQuery(documentsQuery(job.job_id, summary.revision))
  const files = groupDocuments(data?.data ?? [])
  const byOperator = Map.groupBy(files, ([first]) => first?.operator ?? null)
  const nameOf = (code: string | null) =>
    summary.operators.find((operator) => operator.code === code)?.name ?? code ?? t('result.ofDelivery')
  return (
    <section className="block">
      <h3>
        {t('result.documents')} <span className="quiet">{data ? files.length : null}</span>
      </h3>
      {error ? <ProblemBox error={error} /> : null}
      {data?.data.length === 0 ? <p className="quiet">{t('result.noDocuments')}</p> : null}
      {[...byOperator].map(([operator, ofOperator]) => (
        <section key={operator ?? ''}>
          <h4>{nameOf(operator)}</h4>
          <ul className="rows">
            {ofOperator.map((copies) => (
              <DocumentRow key={copies[0]?.no} copies={copies} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
