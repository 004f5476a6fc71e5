/** Own rules for the cut, and how many notifications each of them costs. */
import { useQueries } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import type { Draft } from '../../map/drawing/draft.ts'
import { surfaceOf } from '../../map/drawing/shape.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import { type CutRules, previewQuery } from '../jobs/api.ts'
import type { SteadyEditor } from './steady-editor.ts'

type RuleName = keyof CutRules

type AboutRules = Pick<SteadyEditor, 'act' | 'rules' | 'cut'> &
  Pick<Draft, 'details' | 'keepOut'> & { isDrawn: boolean }

/** Notifications that each rule takes beyond what the others take: the cut without it is asked for. */
const useCosts = ({ details, rules, cut }: AboutRules): Partial<Record<RuleName, number>> => {
  const names = Object.keys(rules ?? {}) as RuleName[]
  const alone = names.length === 1
  const without = useQueries({
    queries: names.map((name) => {
      const others = Object.fromEntries(Object.entries(rules ?? {}).filter(([other]) => other !== name)) as CutRules
      const question = cut && !alone ? { area: cut.area, klicType: details.klicType, rules: others } : null
      return previewQuery(question, 'best')
    }),
  })
  return Object.fromEntries(
    names.flatMap((name, i) => {
      if (!cut) return []
      const { notifications, rules_cost } = cut.preview.quote
      const other = without[i]?.data?.quote.notifications
      const cost = alone ? rules_cost : other === undefined ? undefined : notifications - other
      return cost === undefined ? [] : [[name, Math.max(0, cost)]]
    }),
  )
}

const RuleField = ({
  label,
  value,
  least,
  most,
  cost,
  change,
}: {
  label: string
  value: number | null
  least: number
  most: number
  cost: number | undefined
  change: (value: number | null) => void
}) => {
  const { t } = useLocale()
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <TextField
      className="field"
      value={text}
      onChange={(next) => {
        setText(next)
        const number = Number(next.replace(',', '.'))
        if (next.trim() === '') change(null)
        else if (number >= least && number <= most) change(number)
      }}
    >
      <Label>{label}</Label>
      <Input inputMode="decimal" />
      {value !== null && cost !== undefined ? <span className="quiet">{t('area.rules.cost', { n: cost })}</span> : null}
    </TextField>
  )
}

/** @param about `isDrawn`: an area to keep out is in the making */
export const Rules = memo((about: AboutRules) => {
  const { t, surface } = useLocale()
  const { act, rules, details, keepOut, isDrawn } = about
  const costs = useCosts(about)
  return (
    <details className="block" open={rules !== undefined || isDrawn}>
      <summary>{t('area.rules.title')}</summary>
      <p className="quiet">{t('area.rules.help')}</p>
      <RuleField
        label={t('area.rules.maxExtra')}
        value={details.maxExtraM}
        least={0}
        most={2500}
        cost={costs.max_extra_m}
        change={(maxExtraM) => act({ do: 'describe', details: { maxExtraM } })}
      />
      {details.klicType === 'GRAAF' ? (
        <RuleField
          label={t('area.rules.infoBuffer')}
          value={details.infoBufferM}
          least={1}
          most={70}
          cost={costs.info_buffer_m}
          change={(infoBufferM) => act({ do: 'describe', details: { infoBufferM } })}
        />
      ) : null}
      <div className="field">
        <span className="label">{t('area.rules.keepOut')}</span>
        {keepOut.length > 0 ? (
          <ul className="area-list">
            {keepOut.map((area, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: known by its place in the list only
              <li key={index}>
                {t('area.rules.keepOutNo', { n: index + 1 })} <span className="quiet">{surface(surfaceOf(area))}</span>
                <IconButton
                  label={t('area.rules.removeKeepOut', { n: index + 1 })}
                  onPress={() => act({ do: 'forgetKeepOut', index })}
                >
                  <TrashIcon />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        {keepOut.length > 0 && costs.keep_out !== undefined ? (
          <span className="quiet">{t('area.rules.cost', { n: costs.keep_out })}</span>
        ) : null}
        <ActButton onPress={() => act({ do: 'take', tool: 'keepOut' })}>{t('area.rules.draw')}</ActButton>
      </div>
    </details>
  )
})
