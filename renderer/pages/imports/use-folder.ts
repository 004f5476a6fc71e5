/** What was not taken of the folder that the server watches, until somebody has seen it in this browser. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefusedInFolder } from '../../../server/contract/imports.ts'
import { refusedInFolderQuery } from '../../api/imports.ts'

type Refused = NonNullable<RefusedInFolder['files']>

const KEY = 'klic-desktop:folder-seen'

const seenUntil = (): string => {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export const useFolder = (): { refused: Refused; saw: () => void } => {
  const { data } = useQuery(refusedInFolderQuery)
  const [seen, setSeen] = useState(seenUntil)
  const files = data?.files ?? []
  return {
    refused: files.filter(({ at }) => at > seen),
    saw: () => {
      const until = files[0]?.at ?? ''
      setSeen(until)
      try {
        localStorage.setItem(KEY, until)
      } catch {
        // Then it is said again in the next window.
      }
    },
  }
}
