/** How strongly the ground is drawn, below results and below what is being drawn alike; remembered. */
import { prefer, usePreferences } from '../preferences.ts'
import { StrengthSlider } from '../ui/StrengthSlider.tsx'

export const GroundStrength = ({ label }: { label: string }) => (
  <div className="strength">
    <StrengthSlider
      label={label}
      kept={usePreferences().ground}
      least={0}
      keep={(value) => prefer({ ground: value })}
    />
  </div>
)
