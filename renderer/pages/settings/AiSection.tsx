/** The endpoint for AI clients: one switch, and where it is. */
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../api/settings.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { CheckRow } from './form/fields.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

export const AiSection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const { ai } = words
  const settings = useQuery(settingsQuery)
  return (
    <>
      <SettingsForm section="ai">
        <p>{ai.why}</p>
        <CheckRow path="mcp.enabled" label={ai.enabled} hint={ai.enabledHint} />
      </SettingsForm>
      <section className="block">
        <h4>{ai.address}</h4>
        {settings.data?.['mcp.enabled'] === false ? <p className="quiet">{ai.off}</p> : null}
        <Copyable text={`${session.base_url || location.origin}/mcp`} label={ai.address} />
        <p>{ai.how}</p>
      </section>
    </>
  )
}
