/** A file for support; the user may look into it before sending it. */
import { useMutation } from '@tanstack/react-query'
import { BASE } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { getDiagnostics } from '../settings/api.ts'
import type { SectionProps } from '../settings/section.ts'

export const DiagnosticsSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const looking = useMutation({ mutationFn: getDiagnostics })
  return (
    <>
      <p>{t('diagnostics.why')}</p>
      <Facts
        facts={[
          [t('diagnostics.version'), session.version],
          [t('diagnostics.server'), session.base_url],
        ]}
      />
      <div className="row">
        <a className="act act-primary" href={`${BASE}/diagnostics`} download>
          {t('diagnostics.download')}
        </a>
        <ActButton busy={looking.isPending} onPress={() => looking.mutate()}>
          {t('diagnostics.look')}
        </ActButton>
      </div>
      {looking.error ? <ProblemBox error={looking.error} /> : null}
      {looking.data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section className="code-box" tabIndex={0} aria-label={t('diagnostics.look')}>
          <pre>{JSON.stringify(looking.data, null, 2)}</pre>
        </section>
      ) : null}
    </>
  )
}
