/** The dossier: the results of the jobs, and the files that people add. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { FileIcon, TrashIcon } from '../../ui/icons.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import { download } from '../results/export-api.ts'
import { canBeShown, FileView } from '../results/FileView.tsx'
import { documentUrl, resultUrl } from './api.ts'
import { DossierDownload } from './DossierDownload.tsx'
import type { SectionOfProject } from './use-project.ts'

/** Of a result that is being finished it waits; what the server refuses is shown as it says it. */
const fetchResult = (jobId: string): Promise<void> =>
  download(jobId, 'gpkg', new AbortController().signal).catch(() => location.assign(resultUrl(jobId)))

type DossierFile = SectionOfProject['project']['documents'][number]

/** What the window can show is looked at first; from there it is downloaded, too. */
const FileName = ({ document, url, show }: { document: DossierFile; url: string; show: () => void }) => {
  const { bytes, day } = useLocale()
  const said = (
    <>
      {document.name}
      <small>
        {bytes(document.bytes)}, {day(document.added_at)}
      </small>
    </>
  )
  return canBeShown(document.media_type) ? (
    <Button className="row-name" onPress={show}>
      {said}
    </Button>
  ) : (
    <a className="row-name" href={url} download>
      {said}
    </a>
  )
}

export const Dossier = ({ project, changing }: SectionOfProject) => {
  const { t, bytes, day } = useLocale()
  const [asked, setAsked] = useState<string | null>(null)
  const [shownId, show] = useState<string | null>(null)
  const shown = project.documents.find(({ document_id }) => document_id === shownId)
  const urlOf = ({ document_id }: DossierFile) => documentUrl(project.project_id, document_id)
  const isOpen = project.status === 'open'
  const isAdding = changing.isPending && changing.variables.do === 'addFile'
  const isEmpty = project.documents.length === 0 && project.results.length === 0
  return (
    <section className="block">
      <h3>{t('projects.dossier')}</h3>
      {isEmpty ? <p className="quiet">{t('projects.noDocuments')}</p> : null}
      <ul className="rows">
        {project.results.map((result) => (
          <li key={result.job_id}>
            <a
              className="row-name"
              href={resultUrl(result.job_id)}
              download
              onClick={(event) => {
                event.preventDefault()
                void fetchResult(result.job_id)
              }}
            >
              {t('projects.result')}: {result.reference ?? t('jobs.noReference')}
              <small>
                GeoPackage, {t('projects.revision', { n: result.revision })}, {bytes(result.bytes)},{' '}
                {day(result.ready_at)}
              </small>
            </a>
          </li>
        ))}
        {project.documents.map((document) => (
          <li key={document.document_id}>
            <FileName document={document} url={urlOf(document)} show={() => show(document.document_id)} />
            {!isOpen ? null : asked === document.document_id ? (
              <Button
                className="act act-quiet danger"
                onPress={() => changing.mutate({ do: 'dropFile', documentId: document.document_id })}
              >
                {t('projects.really')}
              </Button>
            ) : (
              <IconButton
                label={`${t('projects.remove')}: ${document.name}`}
                onPress={() => setAsked(document.document_id)}
              >
                <TrashIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <DossierDownload of={`/projects/${project.project_id}`} jobIds={project.results.map(({ job_id }) => job_id)} />
      {isOpen ? (
        <OneFile take={(file) => changing.mutate({ do: 'addFile', file })}>
          <ActButton busy={isAdding}>
            <FileIcon />
            {isAdding ? t('projects.adding') : t('projects.addFile')}
          </ActButton>
        </OneFile>
      ) : null}
      {shown ? (
        <FileView title={shown.name} url={urlOf(shown)} mediaType={shown.media_type} onClose={() => show(null)} />
      ) : null}
    </section>
  )
}
