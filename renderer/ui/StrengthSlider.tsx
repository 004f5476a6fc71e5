/** How strongly something on the map is drawn, in tenths. */
import { useState } from 'react'
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { useLocale } from '../locale.tsx'

interface Props {
  label: string
  /** Up to 1 */
  kept: number
  least: number
  keep(value: number): void
}

export const StrengthSlider = ({ label, kept, least, keep }: Props) => {
  const { locale } = useLocale()
  // The map is drawn anew when the hand lets go: while it moves only the figure follows.
  const [moving, move] = useState<number | null>(null)
  return (
    <Slider
      className="slider"
      value={moving ?? kept}
      minValue={least}
      maxValue={1}
      step={0.1}
      formatOptions={{ style: 'percent' }}
      onChange={move}
      onChangeEnd={(value) => {
        move(null)
        keep(value)
      }}
    >
      <Label>{label}</Label>
      <SliderOutput>{(moving ?? kept).toLocaleString(locale, { style: 'percent' })}</SliderOutput>
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
    </Slider>
  )
}
