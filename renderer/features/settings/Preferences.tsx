/** Language and colours, always at hand. */

import { Button } from 'react-aria-components'
import { LANGUAGES } from '../../../server/texts/languages.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { LANGUAGE_NAMES, prefer, usePreferences } from '../../preferences.ts'
import { MoonIcon, SettingsIcon, SunIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { FIRST_SECTION } from './sections.ts'

export const Preferences = ({ signedIn = false }: { signedIn?: boolean }) => {
  const { t } = useLocale()
  const { language, scheme } = usePreferences()
  const isDark = scheme === 'dark'
  return (
    <footer className="preferences">
      <fieldset className="languages" aria-label={t('preferences.language')}>
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            className="language"
            aria-pressed={one === language}
            onPress={() => prefer({ language: one })}
          >
            <span lang={one}>{LANGUAGE_NAMES[one]}</span>
          </Button>
        ))}
      </fieldset>
      {signedIn ? (
        <IconButton label={t('settings.title')} onPress={() => goTo({ settings: FIRST_SECTION })}>
          <SettingsIcon />
        </IconButton>
      ) : null}
      <IconButton
        label={isDark ? t('preferences.light') : t('preferences.dark')}
        onPress={() => prefer({ scheme: isDark ? 'light' : 'dark' })}
      >
        {isDark ? <SunIcon /> : <MoonIcon />}
      </IconButton>
    </footer>
  )
}
