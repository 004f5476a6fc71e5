/** A cross-section to take along: a drawing to scale, and a table. Both say of which result, and what must be known of it. */
import type { Job } from '../../../../server/contract/jobs.ts'
import type { Section } from '../../../../server/contract/results.ts'
import { useSpeech } from '../../../i18n/words.tsx'
import { saveText } from '../../../save-text.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { ActButton } from '../../../ui/parts.tsx'
import { type SectionFile, sectionCsv, sectionSvg } from './section-file.ts'

interface SectionFilesProps {
  section: Section
  /** Its corners in RD New */
  line: readonly (readonly number[])[]
  job: Job
  nameOf: SectionFile['nameOf']
}

export const SectionFiles = ({ section, line, job, nameOf }: SectionFilesProps) => {
  const { words, locale, day, number } = useSpeech()
  const text = words.asking.section
  const place = ([x, y]: readonly number[]) => `${number(x!, 2)} ${number(y!, 2)}`
  const file = (): SectionFile => ({
    section,
    title: text.title([job.reference, ...job.parts.map(({ klic_number }) => klic_number)].filter(Boolean).join(' · ')),
    remarks: [
      text.line(place(line[0]!), place(line.at(-1)!)),
      text.state(job.revision, `${words.pill[job.next_action_reason]}, ${day(new Date().toISOString())}`),
      ...(job.simulated ? [words.job.simulated] : []),
      ...(job.klic_type === 'ORIENT' ? [words.job.orientOnly] : []),
      text.hollow,
      text.caution,
    ],
    text,
    locale,
    nameOf,
  })
  return (
    <div className="row">
      <ActButton onPress={() => saveText(`${text.file}.svg`, sectionSvg(file()), 'image/svg+xml')}>
        <DownloadIcon />
        {text.drawing}
      </ActButton>
      <ActButton onPress={() => saveText(`${text.file}.csv`, sectionCsv(file()), 'text/csv')}>{text.table}</ActButton>
    </div>
  )
}
