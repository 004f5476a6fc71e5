/** One search box for everything that can be looked for: Ctrl+K or / from anywhere, arrows and Enter to choose. */
import { memo, useRef, useState } from 'react'
import {
  Button,
  Collection,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { useLocale } from '../../locale.tsx'
import { SEARCH } from '../../map/panels-over-map.ts'
import { goTo } from '../../place.ts'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { Tipped } from '../../ui/parts.tsx'
import { useWindowKeys } from '../../ui/use-window-keys.ts'
import { useOnly } from '../results/use-only.ts'
import { rememberPlace } from './recent.ts'
import { type Sight, sightOf } from './sight.ts'
import { type Finding, useFindings } from './use-findings.ts'

const NOTHING = { themes: [], operators: [], revision: 0 }
const useShortcut = (open: () => void) => {
  useWindowKeys((event) => {
    const isTyping = (event.target as HTMLElement).closest(
      'input, textarea, select, [contenteditable], [role=alertdialog]',
    )
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping
    if (!isCommand && !isSlash) return
    event.preventDefault()
    open()
  })
}

interface SearchBoxProps {
  look: (sight: Sight | null) => void
  /** The open result: its themes and operators are found, too. */
  jobId: string | null
  summary: JobSummary | undefined
}

/** Not drawn anew with each move of the pen. */
export const SearchBox = memo(({ look, jobId, summary }: SearchBoxProps) => {
  const { t } = useLocale()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { groups, isOffline, isAway, isLooking } = useFindings(text, isOpen, summary)
  const only = useOnly(jobId ?? '', summary ?? NOTHING)
  useShortcut(() => {
    field.current?.focus()
    field.current?.select()
  })
  const nothing = isLooking ? t('loading') : t('search.nothing')
  const none = isAway
    ? t('search.away')
    : isOffline
      ? t('search.offline')
      : text.trim()
        ? nothing
        : t('search.placeholder')
  const all = groups.flatMap(({ findings }) => findings)
  const choose = (finding: Finding | undefined) => {
    if (!finding) return
    setText(finding.kind === 'all-jobs' ? finding.search : finding.text)
    field.current?.blur()
    if (finding.kind === 'all-jobs') {
      goTo({ list: 'jobs', search: finding.search, jobState: null })
      // The combo box takes the focus back and opens while its text stays the same.
      requestAnimationFrame(() => field.current?.blur())
      return
    }
    if (finding.kind === 'job') {
      goTo({ job: finding.jobId })
      return
    }
    if (finding.kind === 'part') {
      only.show(finding.of)
      only.zoom(finding.of)
      return
    }
    rememberPlace({ text: finding.text, rd: finding.rd, isPoint: finding.isPoint })
    look(sightOf(finding.rd, finding.isPoint, finding.text, finding.reachM))
  }
  return (
    <search ref={SEARCH} className="search-box">
      <ComboBox
        allowsCustomValue
        allowsEmptyCollection
        menuTrigger="focus"
        inputValue={text}
        onInputChange={setText}
        onOpenChange={setOpen}
        selectedKey={null}
        onSelectionChange={(key) => choose(all.find((finding) => finding.key === key))}
        items={groups.map((group) => ({ ...group, id: group.name }))}
        defaultFilter={() => true}
      >
        <Label className="unseen">{t('search.label')}</Label>
        <div className="search-field">
          <SearchIcon />
          <Input
            ref={field}
            placeholder={t('search.placeholder')}
            onKeyDown={(event) => {
              // Enter without an arrow before it: the first and best.
              if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
              event.preventDefault()
              choose(all[0])
            }}
          />
          {text ? (
            <Tipped tip={t('search.clear')}>
              <Button
                slot={null}
                className="clear-search"
                aria-label={t('search.clear')}
                onPress={() => {
                  setText('')
                  look(null)
                }}
              >
                <CloseIcon />
              </Button>
            </Tipped>
          ) : (
            <span className="shortcut" aria-hidden="true">
              {t('search.help')}
            </span>
          )}
        </div>
        <Popover className="popover findings" placement="bottom start" offset={6} crossOffset={-42}>
          <ListBox className="finding-list" renderEmptyState={() => <p className="quiet">{none}</p>}>
            {(group: (typeof groups)[number] & { id: string }) => (
              <ListBoxSection id={group.id}>
                <Header>{group.name}</Header>
                <Collection items={group.findings.map((finding) => ({ ...finding, id: finding.key }))}>
                  {(finding) => (
                    <ListBoxItem className="finding" id={finding.key} textValue={finding.text}>
                      <span>{finding.text}</span>
                      <span className="quiet">{finding.note}</span>
                    </ListBoxItem>
                  )}
                </Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </search>
  )
})
