/** The settings: the list of sections on the left, the open one beside it. */
import { Button } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { useUnsaved } from './form/drafts.ts'
import type { SectionProps } from './section.ts'
import { sectionsFor } from './sections.ts'

export const SettingsPanel = ({ session, section }: SectionProps & { section: string }) => {
  const { t } = useLocale()
  const unsaved = useUnsaved()
  const sections = sectionsFor(session)
  const open = sections.find(({ id }) => id === section) ?? sections[0]!
  const Page = open.page
  // On a narrow screen the sections are a row that is longer than the screen.
  const current = useInSight<HTMLButtonElement>(open.id)
  return (
    <>
      <PanelHead title={t('settings.title')} onClose={() => goTo({})} />
      <div className="settings">
        <nav className="sections" aria-label={t('settings.title')}>
          {sections.map(({ id, title }) => (
            <Button
              key={id}
              className="section-name"
              {...(id === open.id ? { 'aria-current': 'page' as const, ref: current } : {})}
              onPress={() => goTo({ settings: id })}
            >
              {t(title)}
              {unsaved[id] ? <span className="unsaved-mark" role="img" aria-label={t('form.unsavedMark')} /> : null}
            </Button>
          ))}
        </nav>
        {/* Another section begins at its top. */}
        <div key={open.id} className="panel-body">
          <h3 className="section-title">{t(open.title)}</h3>
          <Page session={session} />
        </div>
      </div>
    </>
  )
}
