import { businessDayStart, wallClock } from '@atoll/domain/date/business-day';
import { TextField } from './field.tsx';
import type { Widget } from './widget.ts';

const pad = (n: number): string => String(n).padStart(2, '0');

/** Edits a date and time in the local time of a timezone; the value is an instant in UTC. */
export function InstantInput(props: Widget<string | null> & { readonly timezone: string }) {
  const { value, onChange, timezone, ...rest } = props;
  const wall = value ? wallClock(Date.parse(value), timezone) : null;
  return (
    <TextField
      {...rest}
      type="datetime-local"
      value={wall ? `${wall.date}T${pad(wall.hour)}:${pad(wall.minute)}` : ''}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(
          typed ? new Date(businessDayStart(typed.slice(0, 10), timezone, typed.slice(11, 16))).toISOString() : null,
        );
      }}
    />
  );
}
