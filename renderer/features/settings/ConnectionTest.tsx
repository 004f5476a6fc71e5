/** The test of the connection, step by step, with what to do when one fails. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RegistryTest } from '../../../server/features/settings/registry-schema.ts'
import { CONNECTION_STEPS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { startTest, testQuery } from './api.ts'

type Environment = RegistryTest['environment']
type Step = RegistryTest['steps'][number]

const STEP_PILL = { ok: 'pill-good', failed: 'pill-bad', skipped: 'pill-plain' } as const

const StepRow = ({ step }: { step: Step }) => {
  const { t } = useLocale()
  return (
    <li className="log-row">
      <div className="row spread">
        <strong>{t(`connection.step.${step.step}`)}</strong>
        <span className={`pill ${STEP_PILL[step.state]}`}>{t(`registry.step.${step.state}`)}</span>
      </div>
      {step.code ? <p>{t.find(`connection.advice.${step.code}`) ?? step.message}</p> : null}
      {step.detail ? (
        <p className="quiet">
          <code>{step.detail}</code>
        </p>
      ) : null}
    </li>
  )
}

export const ConnectionTest = ({ environment }: { environment: Environment }) => {
  const { t } = useLocale()
  const starting = useMutation({ mutationFn: startTest })
  const test = useQuery(testQuery(starting.data?.test_id))
  const shown = test.data ?? starting.data
  const isRunning = starting.isPending || (shown !== undefined && shown.state !== 'done' && !test.error)
  const works = shown?.state === 'done' && shown.steps.every(({ state }) => state !== 'failed')
  return (
    <section className="block" aria-label={t('registry.test')}>
      <p>{t('registry.testWhy')}</p>
      <p>
        {t('registry.connectionTo')}: <strong>{t(`registry.environments.${environment}.name`)}</strong>
      </p>
      <div className="with-button">
        <ActButton busy={isRunning} onPress={() => starting.mutate(environment)}>
          {t('registry.test')}
        </ActButton>
      </div>
      <p role="status">
        {shown === undefined
          ? null
          : isRunning
            ? t('registry.testing', {
                step: Math.min(shown.steps.length + 1, CONNECTION_STEPS.length),
                total: CONNECTION_STEPS.length,
              })
            : works
              ? t('registry.allRight')
              : t('registry.notRight')}
      </p>
      {(starting.error ?? test.error) ? <ProblemBox error={starting.error ?? test.error} /> : null}
      {shown ? (
        <ol>
          {shown.steps.map((step) => (
            <StepRow key={step.step} step={step} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}
