/** A day, written as the chosen language writes it (the browser's own date field follows the browser instead). */
import { type CalendarDate, getLocalTimeZone, parseDate, today } from '@internationalized/date'
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
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components'
import { CalendarIcon, NextIcon, PreviousIcon } from './icons.tsx'

/** Half typed or impossible days of a stored draft are no day. */
const dayOf = (text: string): CalendarDate | null => {
  try {
    return text ? parseDate(text) : null
  } catch {
    return null
  }
}

/** `value` and `onChange` carry YYYY-MM-DD, or an empty text. */
export const DayField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) => (
  <DatePicker className="field day" value={dayOf(value)} onChange={(day) => onChange(day ? day.toString() : '')}>
    <Label>{label}</Label>
    <Group className="day-box">
      <DateInput className="day-input">
        {(segment) => <DateSegment className="day-segment" segment={segment} />}
      </DateInput>
      <Button className="day-button">
        <CalendarIcon />
      </Button>
    </Group>
    <Popover className="popover" placement="bottom end">
      <Dialog className="calendar-dialog">
        <Calendar className="calendar" minValue={today(getLocalTimeZone())}>
          <header className="row spread">
            <Button slot="previous" className="icon-button">
              <PreviousIcon />
            </Button>
            <Heading />
            <Button slot="next" className="icon-button">
              <NextIcon />
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell className="calendar-day" date={date} />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  </DatePicker>
)
