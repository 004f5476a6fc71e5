/** One of a list, as the system shows lists; with its name, and what is wrong about it. */
import { useId } from 'react'

export const Choice = ({
  label,
  value,
  options,
  onChange,
  hint,
  problem = null,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
  hint?: string
  problem?: string | null
}) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={problem !== null}
        {...(described ? { 'aria-describedby': described } : {})}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      {hint ? (
        <span id={`${id}-hint`} slot="description">
          {hint}
        </span>
      ) : null}
      {problem ? (
        <span id={`${id}-problem`} className="field-error">
          {problem}
        </span>
      ) : null}
    </div>
  )
}
