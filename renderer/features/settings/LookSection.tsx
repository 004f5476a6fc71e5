/** Language, colours and background, for this browser. */
import { LANGUAGES, type Language } from '../../../server/texts/languages.ts'
import { useLocale } from '../../locale.tsx'
import { offeredFor } from '../../map/background.ts'
import { type BackgroundKind, LANGUAGE_NAMES, ownPreferences, prefer, usePreferences } from '../../preferences.ts'
import { Choice } from '../../ui/Choice.tsx'
import type { SectionProps } from './section.ts'

export const LookSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const { background } = usePreferences()
  const own = ownPreferences()
  const offered = offeredFor(session.environment)
  return (
    <>
      <p>{t('look.why')}</p>
      <Choice
        label={t('look.language')}
        value={own.language ?? ''}
        options={[['', t('look.system')], ...LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)]}
        onChange={(value) => prefer({ language: value === '' ? undefined : (value as Language) })}
      />
      <Choice
        label={t('look.scheme')}
        value={own.scheme ?? ''}
        options={[
          ['', t('look.system')],
          ['light', t('preferences.light')],
          ['dark', t('preferences.dark')],
        ]}
        onChange={(value) => prefer({ scheme: value === '' ? undefined : (value as 'light' | 'dark') })}
      />
      <Choice
        label={t('map.background')}
        value={offered.includes(background) ? background : 'online'}
        options={offered.map((each) => [each, t(`map.backgrounds.${each}`)] as const)}
        onChange={(value) => prefer({ background: value as BackgroundKind })}
      />
    </>
  )
}
