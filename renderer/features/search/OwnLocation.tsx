/** To where this computer says that it is. Not offered where the position may not be asked, as in the desktop's own window. */
import { useEffect, useState } from 'react'
import { useLocale } from '../../locale.tsx'
import { readCoordinates } from '../../map/read-coordinates.ts'
import { HereIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { type Sight, sightOf } from './sight.ts'

const LONGEST_MS = 15_000

const useIsAllowed = (): boolean => {
  const [isAllowed, setAllowed] = useState(false)
  useEffect(() => {
    let isGone = false
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => isGone || setAllowed(state !== 'denied'))
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [])
  return isAllowed
}

export const OwnLocation = ({ look }: { look: (sight: Sight) => void }) => {
  const { t } = useLocale()
  const [failed, setFailed] = useState(false)
  const isAllowed = useIsAllowed()
  const go = () => {
    setFailed(false)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = readCoordinates(`${coords.latitude.toFixed(7)} ${coords.longitude.toFixed(7)}`)
        if (found) look(sightOf(found.rd, true))
        else setFailed(true)
      },
      () => setFailed(true),
      { enableHighAccuracy: true, timeout: LONGEST_MS },
    )
  }
  if (!isAllowed) return null
  return (
    <>
      <IconButton label={t('map.here')} onPress={go} onBlur={() => setFailed(false)}>
        <HereIcon />
      </IconButton>
      <p className="here-failed" role="status">
        {failed ? t('map.hereFailed') : ''}
      </p>
    </>
  )
}
