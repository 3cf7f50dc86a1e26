import { businessDayStart, wallClock } from '@atoll/domain/date/business-day';
import { useState } from 'react';
import { TextField } from './field.tsx';
import type { Widget } from './widget.ts';

const pad = (n: number): string => String(n).padStart(2, '0');

/** Returns the instant of a typed local time, or null for one that is not whole. */
function instantOf(typed: string, timezone: string): string | null {
  const [date = '', time = ''] = typed.split('T');
  return date.length === 10 ? new Date(businessDayStart(date, timezone, time.slice(0, 5))).toISOString() : null;
}

function textOf(value: string | null, timezone: string): string {
  if (!value) return '';
  const { date, hour, minute } = wallClock(Date.parse(value), timezone);
  return `${date}T${pad(hour)}:${pad(minute)}`;
}

/** Edits a date and time in the local time of a timezone; the value is an instant in UTC. */
export function InstantInput(props: Widget<string | null> & { readonly timezone: string }) {
  const { value, onChange, timezone, ...rest } = props;
  // What is typed stays while the year is typed: its first digits are a year long ago.
  const [text, setText] = useState(() => textOf(value, timezone));
  return (
    <TextField
      {...rest}
      type="datetime-local"
      // Years have four digits.
      max="9999-12-31T23:59"
      value={instantOf(text, timezone) === value ? text : textOf(value, timezone)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        onChange(instantOf(typed, timezone));
      }}
    />
  );
}
