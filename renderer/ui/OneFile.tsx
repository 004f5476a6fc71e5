/** Around what is pressed to choose one file. */
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components'

interface OneFileProps {
  /** Media types, or endings with their dot; left out: any */
  types?: readonly string[]
  take(file: File): void
  children: ReactNode
}

export const OneFile = ({ types, take, children }: OneFileProps) => (
  <FileTrigger
    {...(types && { acceptedFileTypes: [...types] })}
    onSelect={(files) => {
      const file = files?.[0]
      if (file) take(file)
    }}
  >
    {children}
  </FileTrigger>
)
