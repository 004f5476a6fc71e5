/** The dossier of a project or a job as one ZIP, and whether it names people. */
import { useState } from 'react'
import { useLocale } from '../../locale.tsx'
import { waitUntilFinished } from '../results/export-api.ts'
import { PeopleTick } from '../site-package/SitePackage.tsx'
import { dossierUrl } from './api.ts'

/**
 * @param of `/jobs/…` or `/projects/…`
 * @param jobIds those with a result, which may still be finished; what else is wrong the server says in its answer
 */
export const DossierDownload = ({ of, jobIds }: { of: string; jobIds: readonly string[] }) => {
  const { t } = useLocale()
  const [people, setPeople] = useState(false)
  const url = dossierUrl(of, people)
  const fetchDossier = async (): Promise<void> => {
    await Promise.allSettled(jobIds.map((id) => waitUntilFinished(id, 'gpkg', new AbortController().signal)))
    location.assign(url)
  }
  return (
    <>
      <p>
        <a
          href={url}
          download
          onClick={(event) => {
            event.preventDefault()
            void fetchDossier()
          }}
        >
          {t('projects.wholeDossier')}
        </a>
      </p>
      <PeopleTick why={t('projects.dossierPeople')} isSelected={people} onChange={setPeople} />
    </>
  )
}
