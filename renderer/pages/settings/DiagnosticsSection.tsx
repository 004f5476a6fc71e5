/** A file for whoever helps; one may look into it before sending it. */
import { useMutation } from '@tanstack/react-query'
import { BASE } from '../../api/client.ts'
import { getDiagnostics } from '../../api/settings.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import type { SectionProps } from './section.ts'

export const DiagnosticsSection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const { diagnostics } = words
  const looking = useMutation({ mutationFn: getDiagnostics })
  return (
    <>
      <p>{diagnostics.why}</p>
      <Facts
        facts={[
          [diagnostics.version, session.version],
          [diagnostics.server, session.base_url],
        ]}
      />
      <div className="row">
        <a className="act act-primary" href={`${BASE}/diagnostics`} download>
          {diagnostics.download}
        </a>
        <ActButton busy={looking.isPending} onPress={() => looking.mutate()}>
          {diagnostics.look}
        </ActButton>
      </div>
      {looking.error ? <ProblemBox error={looking.error} /> : null}
      {looking.data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section className="code-box" tabIndex={0} aria-label={diagnostics.look}>
          <pre>{JSON.stringify(looking.data, null, 2)}</pre>
        </section>
      ) : null}
    </>
  )
}
