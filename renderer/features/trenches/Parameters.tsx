/** What a trench plan is computed with, each in metres with its source: a change is computed while it is typed. */
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { limitsOf, type ParameterName, parameterIn, usePlan } from './use-trench-plan.ts'

const MORE: readonly ParameterName[] = ['tolerance_m', 'deviation_m', 'reach_m', 'share_m', 'spacing_m', 'risk_m']

const ParameterField = ({ name }: { name: ParameterName }) => {
  const { t, number } = useLocale()
  const { view, stored, draft, change } = usePlan()
  const [usual, least, most] = limitsOf(name)
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

export const Parameters = () => {
  const { t } = useLocale()
  return (
    <>
      <div className="by-numbers">
        <ParameterField name="width_m" />
        <ParameterField name="depth_m" />
      </div>
      <details className="block">
        <summary>{t('trenches.parameters.title')}</summary>
        <p className="quiet">{t('trenches.parameters.what')}</p>
        {MORE.map((name) => (
          <ParameterField key={name} name={name} />
        ))}
      </details>
    </>
  )
}
