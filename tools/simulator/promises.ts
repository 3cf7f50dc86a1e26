/** What the tills were told, and must find true in the end. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Till } from './device/till-main.ts';

export interface Promises {
  /** Lines that a till said are saved. */
  readonly saved: Map<string, { readonly qty: number; readonly menuItemId: number; readonly billKey: string }>;
  /** Keys of the bills on which lines were typed, by line. */
  readonly typedOn: Map<string, string>;
  /** Notes that a till said are saved, by line. */
  readonly noted: Map<string, string>;
  /** Lines whose voiding was answered. */
  readonly voided: Set<string>;
  /** Lines whose voiding came too late: they were paid, and the till was told. */
  readonly paidBefore: Set<string>;
  /** Invoice numbers of payments that were answered, by payment key. */
  readonly paid: Map<string, string>;
  /** Payments that a till took money for. */
  readonly taken: Map<string, number>;
  /** Totals of shifts as they were closed. */
  readonly closed: Map<number, string>;
}

export const noPromises = (): Promises => ({
  saved: new Map(),
  typedOn: new Map(),
  noted: new Map(),
  voided: new Set(),
  paidBefore: new Set(),
  paid: new Map(),
  taken: new Map(),
  closed: new Map(),
});

/** What the server answers is a promise too. */
export function listen(till: Till, promises: Promises): void {
  till.onSent(({ entry, answer }) => {
    const bill = answer as Bill & { readonly conflicts?: readonly { readonly field: string }[] };
    const items = (entry.body['items'] ?? []) as Bill['items'];
    const stood = new Set(bill.conflicts?.map(({ field }) => field));
    if (entry.kind === 'update')
      for (const { key, isVoid } of items)
        if (isVoid) (stood.has(`items.${key}.isVoid`) ? promises.paidBefore : promises.voided).add(key);
    if (entry.kind !== 'pay') return;
    for (const { key } of entry.body['payments'] as readonly { readonly key: string }[])
      promises.paid.set(key, bill.invoiceNumber ?? '');
  });
}

/** Writes down which of the lines are saved by now, as the person sees them. */
export function promise(promises: Promises, till: Till, key: string, lines: readonly { readonly key: string }[]): void {
  const { bills, aliases, drafts } = till.bills.getState();
  const bill = bills[aliases[key] ?? key];
  const typed = new Set((drafts[bill?.key ?? key]?.items ?? []).map((item) => item.key));
  const wanted = new Set(lines.map((line) => line.key));
  for (const { key: lineKey, qty, menuItemId } of bill?.items ?? [])
    if (wanted.has(lineKey) && !typed.has(lineKey)) promises.saved.set(lineKey, { qty, menuItemId, billKey: key });
}

/** Saves a bill and writes down what the person was told. */
export async function save(promises: Promises, till: Till, key: string): Promise<void> {
  const { items: lines = [], edits = {} } = till.bills.getState().drafts[key] ?? {};
  const saved = await till.bills.getState().save(key);
  if (!saved.ok) return;
  promise(promises, till, key, lines);
  const left = till.bills.getState().drafts[saved.value.key]?.edits ?? {};
  const notes = [...Object.entries(edits), ...lines.map((line) => [line.key, line] as const)];
  for (const [lineKey, { notes: [note] = [] }] of notes)
    if (note !== undefined && !left[lineKey]?.notes) promises.noted.set(lineKey, note);
}
