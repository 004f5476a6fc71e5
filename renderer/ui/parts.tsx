/** The few building blocks of this window. Disabled things say why: to eyes in a tip, to screen readers in the name. */
import { createContext, useContext } from 'react'
import { Button, type ButtonProps, Tooltip, TooltipTrigger } from 'react-aria-components'
import { precheckText } from '../../server/features/vocabulary.ts'
import { ApiError } from '../api/client.ts'
import { useLocale } from '../locale.tsx'
import { WarningIcon } from './icons.tsx'

/** Of a bar: left of it where its buttons stand below each other, so that no tip covers the next one. */
export const TipSide = createContext<'top' | 'left'>('top')

/** Says what a button without words is, and by which keys the same is done. */
export const Tipped = ({
  tip,
  keys,
  children,
}: {
  tip: string
  keys?: string | undefined
  children: React.ReactNode
}) => (
  <TooltipTrigger delay={400}>
    {children}
    <Tooltip className="tip" offset={6} placement={useContext(TipSide)}>
      {tip}
      {keys ? <kbd>{keys}</kbd> : null}
    </Tooltip>
  </TooltipTrigger>
)

/** `blocked`: why it can't be pressed now. */
export const IconButton = ({
  label,
  keys,
  pressed,
  blocked,
  children,
  onPress,
  ...props
}: { label: string; keys?: string; pressed?: boolean; blocked?: string | null; children: React.ReactNode } & Omit<
  ButtonProps,
  'children'
>) => (
  <Tipped tip={blocked ?? label} keys={keys}>
    <Button
      {...props}
      {...(onPress && !blocked ? { onPress } : {})}
      className="icon-button"
      aria-label={blocked ? `${label}: ${blocked}` : label}
      aria-disabled={Boolean(blocked)}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {children}
    </Button>
  </Tipped>
)

type Weight = 'primary' | 'plain' | 'quiet' | 'danger'

/** `blocked`: why it can't be pressed now; the button stays reachable so that the reason can be read. */
export const ActButton = ({
  weight = 'plain',
  blocked,
  busy = false,
  children,
  onPress,
  ...props
}: { weight?: Weight; blocked?: string | null; busy?: boolean; children: React.ReactNode } & Omit<
  ButtonProps,
  'children' | 'isDisabled'
>) => {
  const button = (
    <Button
      {...props}
      {...(onPress && !blocked && !busy ? { onPress } : {})}
      className={`act act-${weight}`}
      aria-disabled={Boolean(blocked) || busy}
      data-busy={busy || undefined}
    >
      {children}
    </Button>
  )
  if (!blocked) return button
  return (
    <TooltipTrigger delay={200}>
      {button}
      <Tooltip className="tip" offset={6}>
        {blocked}
      </Tooltip>
    </TooltipTrigger>
  )
}

/** An error in words: what is wrong, what the server said of it, and a number to report when it is our mistake. */
export const ProblemBox = ({ error, children }: { error: unknown; children?: React.ReactNode }) => {
  const { t, language } = useLocale()
  const known = error instanceof ApiError ? error : null
  const ours = !known || known.status >= 500 || known.code === 'UNEXPECTED_ANSWER'
  // What only repeats the sentence above it is not said twice.
  const complaints = known?.detail?.errors?.filter(({ message }) => message !== known.message) ?? []
  // A person took it back: nothing went wrong.
  if (error instanceof DOMException && error.name === 'AbortError') return null
  const conflict = t.find(`conflict.${known?.code}.${known?.detail?.errors?.[0]?.code}`)
  // The server speaks English; what is wrong with an area also stands at its place on the map.
  const isSaid = language !== 'en' && /^(GEOMETRY_|TOOK_TOO_LONG)/.test(known?.code ?? '')
  const said = known && !ours && known.code !== 'OFFLINE' && !isSaid && !conflict ? known.message : null
  return (
    <div className="problem" role="alert">
      <WarningIcon />
      <div>
        <strong>{conflict ?? (known && t.find(`problem.${known.code}`)) ?? t('problem.other')}</strong>
        {said ? (
          <p className="said" lang="en">
            {said}
          </p>
        ) : null}
        {complaints.length > 0 ? (
          <ul>
            {complaints.map(({ pointer, code, message, limit }) => {
              const own = precheckText(code, language, limit)
              return (
                <li key={pointer + message} lang={own ? language : 'en'}>
                  <code>{pointer}</code> {own ?? message}
                </li>
              )
            })}
          </ul>
        ) : null}
        {ours && known?.detail ? <p className="said">{t('reportNumber', { id: known.detail.request_id })}</p> : null}
        {children}
      </div>
    </div>
  )
}

export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: React.ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
