/** A box for coordinates, WKT or GeoJSON. */
import { useState } from 'react'
import { Label, Text, TextArea, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { ActButton } from '../../ui/parts.tsx'
import type { AreaImport } from './use-area-import.ts'

export const PasteBox = ({ areaImport, done }: { areaImport: AreaImport; done: () => void }) => {
  const { t } = useLocale()
  const [text, setText] = useState('')
  const use = async () => {
    if (await areaImport.open(new Blob([text]), '')) done()
  }
  return (
    <div className="paste">
      <TextField className="field" value={text} onChange={setText}>
        <Label>{t('area.pasteTitle')}</Label>
        <TextArea rows={5} spellCheck="false" autoFocus placeholder={t('area.pasteExample')} />
        <Text slot="description">{t('area.pasteHelp')}</Text>
      </TextField>
      <ActButton busy={areaImport.isReading} onPress={() => void use()}>
        {t('area.pasteUse')}
      </ActButton>
    </div>
  )
}
