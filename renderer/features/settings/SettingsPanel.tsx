/** The settings: the sections in their groups on the left, with a search; the open one beside them. */
import { useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { useUnsaved } from './form/drafts.ts'
import type { SectionProps } from './section.ts'
import { SECTION_GROUPS, sectionHas, sectionsFor } from './sections.ts'

export const SettingsPanel = ({ session, section }: SectionProps & { section: string }) => {
  const { t, language } = useLocale()
  const [search, setSearch] = useState('')
  const unsaved = useUnsaved()
  const sections = sectionsFor(session)
  const open = sections.find(({ id }) => id === section) ?? sections[0]!
  const Page = open.page
  const found = search.trim() === '' ? sections : sections.filter((each) => sectionHas(each, search, language))
  // On a narrow screen the sections are a row that is longer than the screen.
  const current = useInSight<HTMLButtonElement>(open.id)
  return (
    <>
      <PanelHead title={t('settings.title')} onClose={() => goTo({})} />
      <div className="settings">
        <nav className="sections" aria-label={t('settings.title')}>
          <SearchField className="field" aria-label={t('settings.search')} value={search} onChange={setSearch}>
            <Input placeholder={t('settings.search')} />
          </SearchField>
          {found.length === 0 ? <p className="quiet">{t('settings.nothingFound')}</p> : null}
          {SECTION_GROUPS.map((group) => {
            const own = found.filter((each) => each.group === group)
            return own.length > 0 ? (
              <section key={group} className="section-group" aria-labelledby={`settings-${group}`}>
                <h3 id={`settings-${group}`}>{t(`settings.groups.${group}`)}</h3>
                {own.map(({ id, title }) => (
                  <Button
                    key={id}
                    className="section-name"
                    {...(id === open.id ? { 'aria-current': 'page' as const, ref: current } : {})}
                    onPress={() => goTo({ settings: id })}
                  >
                    {t(title)}
                    {unsaved[id] ? (
                      <span className="unsaved-mark" role="img" aria-label={t('form.unsavedMark')} />
                    ) : null}
                  </Button>
                ))}
              </section>
            ) : null
          })}
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
