/** A cross-section to take along: a drawing to scale, and a table. Both say of which result, and what must be known of it. */
import type { Job } from '../../../../server/features/jobs/schema.ts'
import type { Section } from '../../../../server/features/results/schema.ts'
import { useLocale } from '../../../locale.tsx'
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
  const { t, locale, day, number } = useLocale()
  const place = ([x, y]: readonly number[]) => `${number(x!, 2)} ${number(y!, 2)}`
  const file = (): SectionFile => ({
    section,
    title: t('asking.section.title', {
      of: [job.reference, ...job.parts.map(({ klic_number }) => klic_number)].filter(Boolean).join(' · '),
    }),
    remarks: [
      t('asking.section.line', { from: place(line[0]!), to: place(line.at(-1)!) }),
      t('asking.section.state', {
        revision: job.revision,
        how: `${t(`pill.${job.next_action_reason}`)}, ${day(new Date().toISOString())}`,
      }),
      ...(job.simulated ? [t('job.simulated')] : []),
      ...(job.klic_type === 'ORIENT' ? [t('job.orientOnly')] : []),
      t('asking.section.hollow'),
      t('asking.section.caution'),
    ],
    t,
    locale,
    nameOf,
  })
  return (
    <div className="row">
      <ActButton onPress={() => saveText(`${t('asking.section.file')}.svg`, sectionSvg(file()), 'image/svg+xml')}>
        <DownloadIcon />
        {t('asking.section.drawing')}
      </ActButton>
      <ActButton onPress={() => saveText(`${t('asking.section.file')}.csv`, sectionCsv(file()), 'text/csv')}>
        {t('asking.section.table')}
      </ActButton>
    </div>
  )
}
