/** Birthdays of customers. Source: docs/rules.md#customers. */
import { addDays } from './business-day.ts';

/** Returns the day of a birthday in a year. Who was born on 29 February has it on 28 February in other years. */
function birthdayIn(born: string, year: number): string {
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const day = born.slice(5) === '02-29' && !isLeap ? '02-28' : born.slice(5);
  return `${String(year).padStart(4, '0')}-${day}`;
}

/** Returns whether a day, 'YYYY-MM-DD', is the birthday of a person. */
export function isBirthday(born: string | null | undefined, today: string): boolean {
  return !!born && birthdayIn(born, Number(today.slice(0, 4))) === today;
}

const daysBefore = 3;
const daysAfter = 7;

/** Returns the birthday of which a day is at most 3 days before or 7 days after; undefined: none. */
export function birthdayNear(born: string | null | undefined, today: string): string | undefined {
  if (!born) return undefined;
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1]
    .map((one) => birthdayIn(born, one))
    .find((day) => addDays(day, -daysBefore) <= today && today <= addDays(day, daysAfter));
}
