/** A box for coordinates, WKT or GeoJSON. */
import { useState } from 'react'
import { Label, Text, TextArea, TextField } from 'react-aria-components'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton } from '../../ui/parts.tsx'
import type { AreaImport } from './use-area-import.ts'

export const PasteBox = ({ areaImport, done }: { areaImport: AreaImport; done: () => void }) => {
  const { words } = useSpeech()
  const [text, setText] = useState('')
  const use = async () => {
    if (await areaImport.open(new Blob([text]), '')) done()
  }
  return (
    <div className="paste">
      <TextField className="field" value={text} onChange={setText}>
        <Label>{words.area.pasteTitle}</Label>
        <TextArea rows={5} spellCheck="false" autoFocus placeholder={words.area.pasteExample} />
        <Text slot="description">{words.area.pasteHelp}</Text>
      </TextField>
      <ActButton busy={areaImport.isReading} onPress={() => void use()}>
        {words.area.pasteUse}
      </ActButton>
    </div>
  )
}
