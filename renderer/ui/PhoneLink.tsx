import type { ReactNode } from 'react'
import { dial } from '../../server/features/vocabulary.ts'

interface PhoneLinkProps {
  phone: string
  className?: string
  label?: string
  children?: ReactNode
}

/** A number as it was delivered, as a link that dials it; words instead of a number stay words. */
export const PhoneLink = ({ phone, className, label, children = phone }: PhoneLinkProps) =>
  dial(phone) === 'tel:' ? (
    <span className={className}>{children}</span>
  ) : (
    <a className={className} href={dial(phone)} aria-label={label}>
      {children}
    </a>
  )
