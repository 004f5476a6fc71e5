/** Over the map: files of the watched folder that were not taken, and why. */
import { useSpeech } from '../../i18n/words.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { useFolder } from './use-folder.ts'

export const FolderNotice = () => {
  const { words } = useSpeech()
  const { refused, saw } = useFolder()
  if (refused.length === 0) return null
  return (
    <section className="import-notice" role="status">
      <header className="row spread">
        <strong>{words.imports.folder}</strong>
        <IconButton label={words.close} onPress={saw}>
          <CloseIcon />
        </IconButton>
      </header>
      <ul>
        {refused.map(({ name, fault }) => (
          <li key={name}>
            {name}: {words.imports.fault[fault]}
          </li>
        ))}
      </ul>
    </section>
  )
}
