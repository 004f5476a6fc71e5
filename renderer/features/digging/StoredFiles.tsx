/** Files that people put with a job: agreements with an operator, photos of where the work began. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Digging } from '../../../server/features/digging/schema.ts'
import { useLocale } from '../../locale.tsx'
import { FileIcon, TrashIcon } from '../../ui/icons.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { useNamedMutation } from '../users/AskName.tsx'
import { diggingQuery, dropFile, fileUrl, type KeptFile, type KindOfFile } from './api.ts'

type Change = { add: File } | { drop: string }

export const StoredFiles = ({
  jobId,
  kind,
  files,
  add,
  blocked,
}: {
  jobId: string
  kind: KindOfFile
  files: readonly KeptFile[]
  add: (file: File) => Promise<Digging>
  /** Why nothing can be added, or null */
  blocked: string | null
}) => {
  const { t, bytes, day } = useLocale()
  const queries = useQueryClient()
  const [asked, ask] = useState<string | null>(null)
  const changing = useNamedMutation({
    mutationFn: (change: Change) => ('add' in change ? add(change.add) : dropFile(jobId, kind, change.drop)),
    onSuccess: (known) => queries.setQueryData(diggingQuery(jobId).queryKey, known),
  })
  const isAdding = changing.isPending && 'add' in changing.variables
  const isPhoto = kind === 'photos'
  return (
    <>
      {files.length > 0 ? (
        <ul className="rows" aria-label={t(`digging.files.${kind}`)}>
          {files.map(({ file_id, name, bytes: size, added_at }) => (
            <li key={file_id}>
              <a className="row-name" href={fileUrl(jobId, kind, file_id)} download={name}>
                {isPhoto ? <img className="photo" src={fileUrl(jobId, kind, file_id)} alt="" loading="lazy" /> : null}
                {name}
                <small>
                  {bytes(size)}, {day(added_at)}
                </small>
              </a>
              {blocked ? null : asked === file_id ? (
                <Button className="act act-quiet danger" onPress={() => changing.mutate({ drop: file_id })}>
                  {t('projects.really')}
                </Button>
              ) : (
                <IconButton label={`${t('projects.remove')}: ${name}`} onPress={() => ask(file_id)}>
                  <TrashIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {blocked ? null : (
        <OneFile
          {...(isPhoto && { types: ['image/jpeg', 'image/png'] })}
          take={(file) => changing.mutate({ add: file })}
        >
          <ActButton weight="quiet" busy={isAdding}>
            <FileIcon />
            {isAdding ? t('projects.adding') : t(`digging.addFile.${kind}`)}
          </ActButton>
        </OneFile>
      )}
      {isPhoto && !blocked ? <p className="quiet">{t('digging.photoBare')}</p> : null}
      {changing.error ? <ProblemBox error={changing.error} /> : null}
    </>
  )
}
