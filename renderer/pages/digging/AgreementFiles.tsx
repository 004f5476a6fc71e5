/** Files in which something was agreed with an operator: kept with the job. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { Digging } from '../../../server/contract/digging.ts'
import { addAgreement, agreementUrl, diggingQuery, dropAgreement } from '../../api/digging.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { FileIcon, TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'

type Change = { add: File } | { drop: string }

export const AgreementFiles = ({
  jobId,
  precaution: { operator, files },
  blocked,
}: {
  jobId: string
  precaution: Pick<Digging['precautions'][number], 'operator' | 'files'>
  /** Why nothing can be added, or null */
  blocked: string | null
}) => {
  const { words, bytes, day } = useSpeech()
  const { digging, projects } = words
  const queries = useQueryClient()
  const [asked, ask] = useState<string | null>(null)
  const changing = useMutation({
    mutationFn: (change: Change) =>
      'add' in change ? addAgreement(jobId, operator, change.add) : dropAgreement(jobId, change.drop),
    onSuccess: (known) => queries.setQueryData(diggingQuery(jobId).queryKey, known),
  })
  const isAdding = changing.isPending && 'add' in changing.variables
  return (
    <>
      {files.length > 0 ? (
        <ul className="rows" aria-label={digging.agreementFiles}>
          {files.map(({ file_id, name, bytes: size, added_at }) => (
            <li key={file_id}>
              <a className="row-name" href={agreementUrl(jobId, file_id)} download>
                {name}
                <small>
                  {bytes(size)}, {day(added_at)}
                </small>
              </a>
              {blocked ? null : asked === file_id ? (
                <Button className="act act-quiet danger" onPress={() => changing.mutate({ drop: file_id })}>
                  {projects.really}
                </Button>
              ) : (
                <IconButton label={`${projects.remove}: ${name}`} onPress={() => ask(file_id)}>
                  <TrashIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {blocked ? null : (
        <FileTrigger
          onSelect={(chosen) => {
            const file = chosen?.[0]
            if (file) changing.mutate({ add: file })
          }}
        >
          <ActButton weight="quiet" busy={isAdding}>
            <FileIcon />
            {isAdding ? projects.adding : digging.addAgreement}
          </ActButton>
        </FileTrigger>
      )}
      {changing.error ? <ProblemBox error={changing.error} /> : null}
    </>
  )
}
