/** The state of a project in colour and words. */
import type { ProjectState } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'

const LOOKS = { open: 'busy', completed: 'good', cancelled: 'plain' } as const satisfies Record<ProjectState, string>

export const ProjectPill = ({ status }: { status: ProjectState }) => {
  const { t } = useLocale()
  return <span className={`pill pill-${LOOKS[status]}`}>{t(`projects.state.${status}`)}</span>
}
