/** The endpoint for AI clients: one switch, and where it is. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { settingsQuery } from './api.ts'
import { CheckRow } from './form/fields.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

export const AiSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const settings = useQuery(settingsQuery)
  return (
    <>
      <SettingsForm section="ai">
        <p>{t('ai.why')}</p>
        <CheckRow path="mcp.enabled" label={t('ai.enabled')} hint={t('ai.enabledHint')} />
      </SettingsForm>
      <section className="block">
        <h4>{t('ai.address')}</h4>
        {settings.data?.['mcp.enabled'] === false ? <p className="quiet">{t('ai.off')}</p> : null}
        <Copyable text={`${session.base_url || location.origin}/mcp`} label={t('ai.address')} />
        <p>{t('ai.how')}</p>
      </section>
    </>
  )
}
