/** What a trench plan is computed with, each in metres with its source: a change is computed while it is typed. */
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { boundsOf, type ParameterName, parameterIn, type TrenchSetup } from './use-trench-plan.ts'

const PROFILE: readonly ParameterName[] = ['width_m', 'depth_m']
const MORE: readonly ParameterName[] = ['tolerance_m', 'deviation_m', 'reach_m', 'share_m', 'spacing_m', 'risk_m']

const ParameterField = ({
  name,
  plan: { view, stored, draft, change },
}: {
  name: ParameterName
  plan: TrenchSetup
}) => {
  const { t, number } = useLocale()
  const { usual, least, most } = boundsOf(name)
  const known = (view ?? stored)?.parameters[name] ?? usual
  const text = draft?.typed[name] ?? number(known, 3)
  return (
    <TextField
      className="field"
      value={text}
      onChange={(next) => change({ typed: { ...draft?.typed, [name]: next } })}
      isInvalid={parameterIn(name, text) === null}
    >
      <Label>{t(`trenches.parameters.${name}.label`)}</Label>
      <Input inputMode="decimal" autoComplete="off" />
      <Text slot="description">{t(`trenches.parameters.${name}.source`)}</Text>
      <FieldError className="field-error">
        {t('trenches.bounds', { least: number(least, 1), most: number(most, 1) })}
      </FieldError>
    </TextField>
  )
}

export const Profile = ({ plan }: { plan: TrenchSetup }) => (
  <div className="by-numbers">
    {PROFILE.map((name) => (
      <ParameterField key={name} name={name} plan={plan} />
    ))}
  </div>
)

export const MoreParameters = ({ plan }: { plan: TrenchSetup }) => {
  const { t } = useLocale()
  return (
    <details className="block">
      <summary>{t('trenches.parameters.title')}</summary>
      <p className="quiet">{t('trenches.parameters.what')}</p>
      {MORE.map((name) => (
        <ParameterField key={name} name={name} plan={plan} />
      ))}
    </details>
  )
}
