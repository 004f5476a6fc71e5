/** What only the desktop adds to an export: drag it out of the window; show what was saved in its folder, copy its path. */
import { useState } from 'react'
import { useLocale } from '../locale.tsx'
import { shell } from '../shell.ts'
import { ActButton } from './parts.tsx'

/** A drag must begin at once: the file is fetched when the pointer comes near, if the server has it. */
export const DragOut = ({ jobId, format, children }: { jobId: string; format: string; children: React.ReactNode }) => {
  const { t } = useLocale()
  const [isReady, setReady] = useState(false)
  if (!shell) return children
  const desktop = shell
  const prepare = () => {
    if (!isReady) void desktop.prepareDrag(jobId, format).then(setReady, () => {})
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a pointer drags; the button inside is for everyone
    <span
      className="drag-out"
      draggable={isReady}
      title={isReady ? t('shell.dragOut') : undefined}
      onPointerEnter={prepare}
      onDragStart={(event) => {
        event.preventDefault()
        void desktop.drag(jobId, format)
      }}
    >
      {children}
    </span>
  )
}

export const SavedFile = ({ file }: { file: string }) => {
  const { t } = useLocale()
  return (
    <p className="saved-file" role="status">
      <span className="saved-name">{t('shell.saved', { file })}</span>
      <ActButton onPress={() => void shell?.reveal(file)}>{t('shell.reveal')}</ActButton>
      <ActButton onPress={() => void shell?.copyPath(file)}>{t('shell.copyPath')}</ActButton>
    </p>
  )
}
