/** Letters, drawings and pictures of the deliveries, by operator; each opens inside the window. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import type { JobDocuments } from '../../../server/contract/results.ts'
import { documentsQuery } from '../../api/results.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'

export type JobDocument = JobDocuments['data'][number]

/** Without what every name begins with: the operator and the KLIC number, which are said beside it. */
export const fileNameOf = ({ name }: JobDocument): string =>
  name.slice(name.lastIndexOf('/') + 1).replace(/^nl\.imkl-\w{6}_\w+\./, '')

export const DocumentRow = ({ document }: { document: JobDocument }) => {
  const { words, theme } = useSpeech()
  const about = [
    words.result.documentKind[document.kind] ?? document.kind,
    document.theme ? theme(document.theme) : null,
    document.klic_number,
  ]
  return (
    <li>
      {document.is_there ? (
        <Button className="row-name" onPress={() => adjust({ document: document.no })}>
          {fileNameOf(document)}
          <small>{about.filter(Boolean).join(', ')}</small>
        </Button>
      ) : (
        <span className="row-name missing">
          {fileNameOf(document)}
          <small>{words.result.documentMissing}</small>
        </span>
      )}
    </li>
  )
}

export const Documents = ({ job, summary }: { job: Job; summary: JobSummary }) => {
  const { words } = useSpeech()
  const { data, error } = useQuery(documentsQuery(job.job_id, summary.revision))
  const byOperator = Map.groupBy(data?.data ?? [], ({ operator }) => operator)
  const nameOf = (code: string | null) =>
    summary.operators.find((operator) => operator.code === code)?.name ?? code ?? words.result.ofDelivery
  return (
    <details className="block">
      <summary>
        {words.result.documents} <span className="quiet">{data?.data.length}</span>
      </summary>
      {error ? <ProblemBox error={error} /> : null}
      {data?.data.length === 0 ? <p className="quiet">{words.result.noDocuments}</p> : null}
      {[...byOperator].map(([operator, documents]) => (
        <section key={operator ?? ''}>
          <h4>{nameOf(operator)}</h4>
          <ul className="rows">
            {documents.map((document) => (
              <DocumentRow key={document.no} document={document} />
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}
