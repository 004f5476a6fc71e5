/** Language, colours and background, for this browser. */
import { useSpeech } from '../../i18n/words.tsx'
import { offeredFor } from '../../map/background.ts'
import {
  type BackgroundWish,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  ownPreferences,
  prefer,
  usePreferences,
} from '../../preferences.ts'
import { Choice } from '../../ui/Choice.tsx'
import type { SectionProps } from './section.ts'

export const LookSection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const { look } = words
  const { background } = usePreferences()
  const own = ownPreferences()
  const offered = offeredFor(session.environment)
  return (
    <>
      <p>{look.why}</p>
      <Choice
        label={look.language}
        value={own.language ?? ''}
        options={[['', look.system], ...LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)]}
        onChange={(value) => prefer({ language: value === '' ? undefined : (value as Language) })}
      />
      <Choice
        label={look.scheme}
        value={own.scheme ?? ''}
        options={[
          ['', look.system],
          ['light', words.preferences.light],
          ['dark', words.preferences.dark],
        ]}
        onChange={(value) => prefer({ scheme: value === '' ? undefined : (value as 'light' | 'dark') })}
      />
      <Choice
        label={words.map.background}
        value={offered.includes(background) ? background : 'online'}
        options={offered.map((each) => [each, words.map.backgrounds[each]] as const)}
        onChange={(value) => prefer({ background: value as BackgroundWish })}
      />
    </>
  )
}
