/** The left side: whose window this is, what must be done, the jobs or the projects, and the settings at the foot. */
import { memo } from 'react'
import { Button } from 'react-aria-components'
import type { Session } from '../../server/features/users/session-schema.ts'
import type { Key } from '../../server/texts/texts.ts'
import { TodayList } from '../features/digging/TodayList.tsx'
import { useJobsToday } from '../features/digging/use-duties.ts'
import type { Imports } from '../features/imports/use-imports.ts'
import { JobsPanel } from '../features/jobs/JobsPanel.tsx'
import { ProjectsList } from '../features/projects/ProjectsList.tsx'
import { Preferences } from '../features/settings/Preferences.tsx'
import { useLocale } from '../locale.tsx'
import { LISTS, type List, type Place, updatePlace } from '../place.ts'

const TITLES = {
  today: 'today.title',
  jobs: 'jobs.title',
  projects: 'projects.title',
} as const satisfies Record<List, Key>

interface SidebarProps {
  place: Place
  company: string
  environment: Session['environment']
  mayWrite: boolean
  /** null: who may open none */
  openFiles: Imports['open'] | null
}

/** Not drawn anew with each move of the pen. */
export const Sidebar = memo(({ place, company, environment, mayWrite, openFiles }: SidebarProps) => {
  const { t } = useLocale()
  const now = useJobsToday()
  return (
    <>
      <header className="brand">
        <img src="./icon.svg" alt="" width="26" height="26" />
        <div>
          <h1>{t('app')}</h1>
          <span className="quiet">{company}</span>
        </div>
      </header>
      <div className="list-switch">
        {LISTS.map((list) => (
          <Button
            key={list}
            className="list-name"
            aria-pressed={list === place.list}
            onPress={() => updatePlace({ list })}
          >
            {t(TITLES[list])}
            {list === 'today' && now > 0 ? <span className="list-count">{now > 99 ? '99+' : now}</span> : null}
          </Button>
        ))}
      </div>
      {place.list === 'today' ? <TodayList mayWrite={mayWrite} /> : null}
      {place.list === 'projects' ? <ProjectsList place={place} /> : null}
      {place.list === 'jobs' ? <JobsPanel place={place} openFiles={openFiles} environment={environment} /> : null}
      <Preferences signedIn />
    </>
  )
})
