/** A box for coordinates, WKT or GeoJSON, with the reason when it can't be read. */
import { useState } from 'react'
import { Label, Text, TextArea, TextField } from 'react-aria-components'
import { useSpeech } from '../../i18n/words.tsx'
import type { Unreadable } from '../../map/drawing/read-area.ts'
import { ActButton } from '../../ui/parts.tsx'
import { takeAreaText, useUnreadableWords } from './take-area.ts'
import type { AreaInHand } from './use-area.ts'

export const PasteBox = ({ act, done }: { act: AreaInHand['act']; done: () => void }) => {
  const { words } = useSpeech()
  const unreadable = useUnreadableWords()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Unreadable | null>(null)
  const use = () => {
    const why = takeAreaText(text, act)
    setProblem(why)
    if (!why) done()
  }
  return (
    <div className="paste">
      <TextField
        className="field"
        value={text}
        isInvalid={problem !== null}
        onChange={(value) => {
          setText(value)
          setProblem(null)
        }}
      >
        <Label>{words.area.pasteTitle}</Label>
        <TextArea rows={5} spellCheck="false" autoFocus placeholder={words.area.pasteExample} />
        <Text slot="description">{words.area.pasteHelp}</Text>
      </TextField>
      {problem ? (
        <p className="field-problem" role="alert">
          {unreadable(problem)}
        </p>
      ) : null}
      <ActButton onPress={use}>{words.area.pasteUse}</ActButton>
    </div>
  )
}
