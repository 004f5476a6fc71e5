/** Which map lies under everything; beside each that can't be shown now stands why. */
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Text } from 'react-aria-components'
import { useLocale } from '../locale.tsx'
import { type BackgroundKind, prefer } from '../preferences.ts'
import { BackgroundIcon } from '../ui/icons.tsx'
import { Tipped } from '../ui/parts.tsx'
import type { Background } from './background.ts'

export const BackgroundChoice = ({
  background,
  onSetUp,
}: {
  background: Background
  /** Somebody who may wants the offline map that is not there; null: may not. */
  onSetUp: (() => void) | null
}) => {
  const { t } = useLocale()
  const { wish, shown, reachable, offline, offered } = background
  const said: Record<BackgroundKind, string> = {
    online: reachable === false ? t('map.backgroundOff') : t('map.backgroundWhat.online'),
    offline:
      offline?.state === 'ready'
        ? offline.name
        : offline?.state === 'unusable'
          ? t(`offlineMap.fault.${offline.fault}`)
          : t('map.backgroundWhat.offlineNone'),
    invented: t('map.backgroundWhat.invented'),
    plain: t('map.backgroundWhat.plain'),
  }
  return (
    <MenuTrigger>
      <Tipped tip={t('map.background')}>
        <Button className="icon-button" aria-label={t('map.background')} data-shown={shown}>
          <BackgroundIcon />
        </Button>
      </Tipped>
      <Popover className="popover" placement="left top">
        <Menu
          className="choices"
          onAction={(id) => {
            if (id === 'offline' && offline?.state !== 'ready' && onSetUp) onSetUp()
          }}
        >
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[wish]}
            onSelectionChange={(keys) => {
              const [chosen] = [...keys] as BackgroundKind[]
              if (chosen) prefer({ background: chosen })
            }}
          >
            <Header className="choices-head">{t('map.background')}</Header>
            {offered.map((each) => (
              <MenuItem key={each} id={each} className="choices-item" textValue={t(`map.backgrounds.${each}`)}>
                <Text slot="label">{t(`map.backgrounds.${each}`)}</Text>
                <Text slot="description">{said[each]}</Text>
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
