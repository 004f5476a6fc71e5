/** The settings: the list of sections on the left, the open one beside it. */
import { Button } from 'react-aria-components'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo } from '../../place.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import type { SectionProps } from './section.ts'
import { SECTIONS } from './sections.ts'

export const SettingsPanel = ({ session, section }: SectionProps & { section: string }) => {
  const { words } = useSpeech()
  const open = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0]!
  const Page = open.page
  return (
    <>
      <header className="panel-head">
        <h2>{words.settings.title}</h2>
        <IconButton label={words.close} onPress={() => goTo({})}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="settings">
        <nav className="sections" aria-label={words.settings.title}>
          {SECTIONS.map(({ id, title }) => (
            <Button
              key={id}
              className="section-name"
              {...(id === open.id ? { 'aria-current': 'page' as const } : {})}
              onPress={() => goTo({ settings: id })}
            >
              {title(words)}
            </Button>
          ))}
        </nav>
        <div className="panel-body">
          <h3 className="section-title">{open.title(words)}</h3>
          <Page session={session} />
        </div>
      </div>
    </>
  )
}
