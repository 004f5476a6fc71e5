/** What can be done with a place on the map: by the right button, a long press, or the menu key on the map. */
import { useRef } from 'react'
import { Menu, MenuItem, Popover, Text } from 'react-aria-components'
import { useLocale } from '../locale.tsx'
import type { Spot } from './pointer.ts'

/** What of it is possible here; what is left out has no row. */
export interface SpotActs {
  lookUp?: ((refs: string[]) => void) | undefined
  measure?: ((at: Spot['at']) => void) | undefined
  begin?: ((at: Spot['at']) => void) | undefined
}

const rdText = ({ at }: Spot): string => at.map((metres) => metres.toFixed(2)).join(' ')
const degreesText = ({ lngLat: [lng, lat] }: Spot): string => `${lat.toFixed(6)}, ${lng.toFixed(6)}`

export const SpotMenu = ({
  spot,
  acts,
  onClose,
  onCopied,
}: {
  spot: Spot
  acts: SpotActs
  onClose: () => void
  onCopied: (text: string) => void
}) => {
  const { t } = useLocale()
  const place = useRef<HTMLSpanElement>(null)
  const copy = (text: string) => void navigator.clipboard.writeText(text).then(() => onCopied(text))
  const rows = [
    ...(acts.lookUp && spot.refs.length > 0
      ? [
          {
            id: 'lookUp',
            label: t('map.spot.lookUp', { n: spot.refs.length }),
            act: () => acts.lookUp!([...spot.refs]),
          },
        ]
      : []),
    ...(acts.measure ? [{ id: 'measure', label: t('map.spot.measure'), act: () => acts.measure!(spot.at) }] : []),
    ...(acts.begin ? [{ id: 'begin', label: t('map.spot.begin'), act: () => acts.begin!(spot.at) }] : []),
    { id: 'rd', label: t('map.spot.copyRd'), what: rdText(spot), act: () => copy(rdText(spot)) },
    { id: 'degrees', label: t('map.spot.copyDegrees'), what: degreesText(spot), act: () => copy(degreesText(spot)) },
  ]
  return (
    <>
      <span ref={place} className="spot" style={{ left: spot.x, top: spot.y }} />
      <Popover
        className="popover"
        triggerRef={place}
        placement="bottom start"
        offset={2}
        isOpen
        onOpenChange={(isOpen) => isOpen || onClose()}
      >
        <Menu
          className="choices"
          aria-label={t('map.spot.title')}
          autoFocus="first"
          onAction={(id) => {
            onClose()
            rows.find((row) => row.id === id)?.act()
          }}
        >
          {rows.map((row) => (
            <MenuItem key={row.id} id={row.id} className="choices-item" textValue={row.label}>
              <Text slot="label">{row.label}</Text>
              {'what' in row ? <Text slot="description">{row.what}</Text> : null}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </>
  )
}
