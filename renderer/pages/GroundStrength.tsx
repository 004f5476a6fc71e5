/** How strongly the ground is drawn, below results and below what is being drawn alike; remembered. */
import { useState } from 'react'
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { useSpeech } from '../i18n/words.tsx'
import { prefer, usePreferences } from '../preferences.ts'

export const GroundStrength = ({ label }: { label: string }) => {
  const { locale } = useSpeech()
  const { ground: kept } = usePreferences()
  // The map is drawn anew when the hand lets go: while it moves only the figure follows.
  const [moving, move] = useState<number | null>(null)
  return (
    <div className="strength">
      <Slider
        className="slider"
        value={moving ?? kept}
        minValue={0}
        maxValue={1}
        step={0.1}
        formatOptions={{ style: 'percent' }}
        onChange={move}
        onChangeEnd={(value) => {
          move(null)
          prefer({ ground: value })
        }}
      >
        <Label>{label}</Label>
        <SliderOutput>{(moving ?? kept).toLocaleString(locale, { style: 'percent' })}</SliderOutput>
        <SliderTrack className="slider-track">
          <SliderThumb className="slider-thumb" />
        </SliderTrack>
      </Slider>
    </div>
  )
}
