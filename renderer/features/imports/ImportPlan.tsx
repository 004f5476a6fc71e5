/** Over the map, before anything is stored: which jobs the files become. A delivery can be moved to another job. */
import { useState } from 'react'
import type { ImportResult } from '../../../server/features/imports/schema.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton } from '../../ui/parts.tsx'
import { type Arrangement, JobArrangement } from './JobArrangement.tsx'
import type { Imports } from './use-imports.ts'

interface ImportPlanProps {
  jobs: ImportResult['jobs']
  confirm: Imports['confirm']
  cancel: () => void
}

export const ImportPlan = ({ jobs, confirm, cancel }: ImportPlanProps) => {
  const { t } = useLocale()
  const [arranged, arrange] = useState<Arrangement>(jobs.map((job) => job.klic_numbers))
  const plannedWith = (klicNumber: string) => jobs.find((job) => job.klic_numbers.includes(klicNumber))!
  const count = arranged.flat().length
  return (
    <section className="import-notice import-plan" aria-labelledby="import-plan-title">
      <strong id="import-plan-title">{t('imports.plan.title', { deliveries: count, jobs: arranged.length })}</strong>
      <p className="quiet">{t('imports.plan.rule')}</p>
      <JobArrangement
        arranged={arranged}
        arrange={arrange}
        about={plannedWith}
        headOf={({ klic_type, reference }, no) =>
          [t('imports.plan.job', { no }), t(`jobs.kinds.${klic_type}`), reference].filter(Boolean).join(' · ')
        }
        jobName={(no) => t('imports.plan.job', { no })}
      />
      <div className="row">
        <ActButton weight="primary" onPress={() => void confirm(arranged)}>
          {t('imports.plan.open', { jobs: arranged.length })}
        </ActButton>
        <ActButton weight="quiet" onPress={cancel}>
          {t('imports.plan.cancel')}
        </ActButton>
      </div>
    </section>
  )
}
