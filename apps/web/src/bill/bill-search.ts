/** The bills that Billing History shows for a linked figure: a row of a report or a figure of the dashboard. */

export interface BillSearch {
  /** Business days, both included. */
  readonly fromDay?: string;
  readonly toDay?: string;
  readonly status?: 'Complete' | 'Void' | 'Open';
  readonly type?: string;
  readonly slot?: string;
  readonly method?: string;
  readonly userId?: string;
  readonly customerId?: string;
  readonly shiftId?: string;
  /** A bill number or a name. */
  readonly search?: string;
}

const names = [
  'fromDay',
  'toDay',
  'status',
  'type',
  'slot',
  'method',
  'userId',
  'customerId',
  'shiftId',
  'search',
] as const satisfies readonly (keyof BillSearch)[];

/** Returns the search in an address; null when it has none. */
export function billSearchOf(address: Readonly<Record<string, unknown>>): BillSearch | null {
  const given = names.flatMap((name) => {
    const value = address[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  return given.length === 0 ? null : (Object.fromEntries(given) as BillSearch);
}
