/** Timezone and business day of the open outlet; the defaults apply until it is loaded. */
import { businessDate, wallClock } from '@atoll/domain/date/business-day';
import { defaultBusinessDayCutoff, defaultTimezone } from '@atoll/domain/outlet/defaults';
import { tillNow } from '../clock/till-clock.ts';
import type { App } from './app-state.ts';
import { useApp } from './app-store.ts';

const timezoneOf = ({ outlet }: App): string => outlet?.timezone ?? defaultTimezone;

/** Returns the timezone of the open outlet; renders again when it changes. */
export const useTimezone = (): string => useApp(timezoneOf);

/** Returns the business day 'YYYY-MM-DD' of the open outlet at this moment. */
export function businessDayHere(): string {
  const app = useApp.getState();
  return businessDate(tillNow(), timezoneOf(app), app.outlet?.businessDayCutoff ?? defaultBusinessDayCutoff);
}

/** Returns the date 'YYYY-MM-DD' on the calendar of the open outlet at this moment, which begins at midnight. */
export const dateHere = (): string => wallClock(tillNow(), timezoneOf(useApp.getState())).date;
