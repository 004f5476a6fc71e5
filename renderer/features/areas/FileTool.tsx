/** A tool that takes areas or lines from a file. */
import { Button } from 'react-aria-components'
import { AREA_FILE_TYPES } from '../../../server/features/areas/schema.ts'
import { useLocale } from '../../locale.tsx'
import { FileIcon } from '../../ui/icons.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import type { useAreaImport } from './use-area-import.ts'

export const FileTool = ({ areaImport }: { areaImport: Pick<ReturnType<typeof useAreaImport>, 'open'> }) => {
  const { t } = useLocale()
  return (
    <OneFile types={AREA_FILE_TYPES} take={(file) => void areaImport.open(file, file.name)}>
      <Button className="tool">
        <FileIcon />
        {t('area.tools.file')}
      </Button>
    </OneFile>
  )
}
