/** A day, written as the chosen language writes it (the browser's own date field follows the browser instead). */
import { type CalendarDate, type DateValue, getLocalTimeZone, parseDate, today } from '@internationalized/date'
import { useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components'
import { useLocale } from '../locale.tsx'
import { CalendarIcon, NextIcon, PreviousIcon } from './icons.tsx'
import { Tipped } from './parts.tsx'

/** Half typed or impossible days of a stored draft are no day. */
const dayOf = (text: string): CalendarDate | null => {
  try {
    return text ? parseDate(text) : null
  } catch {
    return null
  }
}

/** The first day from today that nothing speaks against, within two months. */
const firstDay = (remarkOn: (day: string) => string | null): CalendarDate => {
  const from = today(getLocalTimeZone())
  const ahead = Array.from({ length: 62 }, (_, days) => from.add({ days }))
  return ahead.find((day) => remarkOn(day.toString()) === null) ?? from
}

/**
 * `value` and `onChange` carry YYYY-MM-DD, or an empty text. `faultOf`: in words why a day can't be chosen, or null.
 * `doubtOf`: what speaks against a day that can be chosen, or null. `missing`: in words why there must be one, or null.
 */
export const DayField = ({
  label,
  value,
  onChange,
  faultOf,
  doubtOf,
  missing = null,
}: {
  label: string
  value: string
  onChange: (day: string) => void
  faultOf?: (day: string) => string | null
  doubtOf?: (day: string) => string | null
  missing?: string | null
}) => {
  const { t } = useLocale()
  const chosen = dayOf(value)
  const [looking, look] = useState<CalendarDate | null>(null)
  const fault = !chosen ? missing : faultOf ? faultOf(chosen.toString()) : null
  const remarkOn = (date: string): string | null => faultOf?.(date) ?? doubtOf?.(date) ?? null
  const why = looking && faultOf ? remarkOn(looking.toString()) : null
  return (
    <DatePicker
      className="field day"
      value={chosen}
      onChange={(day) => onChange(day ? day.toString() : '')}
      isInvalid={fault !== null}
      {...(faultOf ? { isDateUnavailable: (day: DateValue) => faultOf(day.toString()) !== null } : {})}
    >
      <Label>{label}</Label>
      <Group className="day-box">
        <DateInput className="day-input">
          {(segment) => <DateSegment className="day-segment" segment={segment} />}
        </DateInput>
        <Tipped tip={t('calendar.open')}>
          <Button className="day-button" aria-label={t('calendar.open')}>
            <CalendarIcon />
          </Button>
        </Tipped>
      </Group>
      <FieldError className="field-error">{fault}</FieldError>
      <Popover className="popover" placement="bottom end">
        <Dialog className="calendar-dialog">
          <Calendar
            className="calendar"
            defaultFocusedValue={chosen ?? firstDay(remarkOn)}
            {...(faultOf ? {} : { minValue: today(getLocalTimeZone()) })}
            onFocusChange={look}
          >
            <header className="row spread">
              <Tipped tip={t('calendar.previous')}>
                <Button slot="previous" className="icon-button" aria-label={t('calendar.previous')}>
                  <PreviousIcon />
                </Button>
              </Tipped>
              <Heading />
              <Tipped tip={t('calendar.next')}>
                <Button slot="next" className="icon-button" aria-label={t('calendar.next')}>
                  <NextIcon />
                </Button>
              </Tipped>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>
                {(date) => (
                  <CalendarCell className="calendar-day" date={date}>
                    {({ formattedDate }) => (
                      <span
                        title={remarkOn(date.toString()) ?? undefined}
                        data-doubt={doubtOf?.(date.toString()) ? true : undefined}
                      >
                        {formattedDate}
                      </span>
                    )}
                  </CalendarCell>
                )}
              </CalendarGridBody>
            </CalendarGrid>
            {faultOf ? (
              <p className="calendar-why" role="status">
                {why}
              </p>
            ) : null}
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
