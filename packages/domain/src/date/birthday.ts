/** Birthdays of customers. Source: docs/rules.md#customers. */

/** Returns whether a day, 'YYYY-MM-DD', is the birthday of a person. Who was born on 29 February has it on 28 February in other years. */
export function isBirthday(born: string | null | undefined, today: string): boolean {
  if (!born) return false;
  const year = Number(today.slice(0, 4));
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const day = born.slice(5) === '02-29' && !isLeap ? '02-28' : born.slice(5);
  return day === today.slice(5);
}
