/** The state of a project in colour and words. */
import type { ProjectState } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'

const LOOKS = { open: 'busy', completed: 'good', cancelled: 'plain' } as const satisfies Record<ProjectState, string>

export const ProjectPill = ({ status }: { status: ProjectState }) => (
  <span className={`pill pill-${LOOKS[status]}`}>{useSpeech().words.projects.state[status]}</span>
)
