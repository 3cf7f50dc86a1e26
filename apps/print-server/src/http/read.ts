/** Turns the body of a call into a print request, or throws the refusal that names what is wrong. */
import { findUnprintable, type PrintRequest, printRequest, printTypes } from '@atoll/domain/contract/bill/print';
import { cleanDeep } from '../document/text.ts';
import { PrintProblem } from '../problem.ts';

/** Refuses a body with control characters or half a surrogate pair in a text, with the name of the field. Source: R35.91. */
export function checkTexts(body: unknown): void {
  const path = findUnprintable(body);
  if (path === null) return;
  const field = path.join('.');
  throw new PrintProblem('bad_request', 'This text has characters that cannot be printed', field, {
    [field]: 'Has characters that cannot be printed',
  });
}

/** Checks a body. `key` is the Idempotency-Key header, used when the body names no jobKey. */
export function readPrintRequest(body: unknown, key?: string): PrintRequest {
  const type = typeof body === 'object' && body !== null ? (body as { type?: unknown }).type : undefined;
  if (type !== undefined && !(printTypes as readonly unknown[]).includes(type)) {
    throw new PrintProblem(
      'unsupported_type',
      'The print server cannot print this kind of document',
      `Known: ${printTypes.join(', ')}`,
    );
  }
  const { data, error } = printRequest.safeParse(body);
  if (!data) {
    const errors = Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]));
    const [first] = Object.entries(errors);
    throw new PrintProblem(
      'bad_request',
      'The ticket could not be read',
      first ? `${first[0]}: ${first[1]}` : '',
      errors,
    );
  }
  const request = {
    ...cleanDeep(data),
    printerName: data.printerName,
    jobKey: data.jobKey ?? key?.slice(0, 100) ?? null,
  };
  checkItems(request);
  return request;
}

const figures = ['subTotal', 'discount', 'serviceCharge', 'gst', 'total'] as const;

/** Checks that a ticket has items, and that a bill has items that are not void, or cards and deposits, and all its figures (nothing is computed here). */
function checkItems({ type, bill, slip, picture }: PrintRequest): void {
  if (type === 'Image' && picture) return;
  if (type === 'Slip') {
    if (!slip) throw new PrintProblem('bad_request', 'The slip has no text', 'slip: required', { slip: 'Required' });
    return;
  }
  const isTicket = type === 'Kot' || type === 'Bot';
  const live = isTicket ? bill.items : bill.items.filter((item) => !item.isVoid || bill.isVoid);
  const sellsCards = !isTicket && bill.cards.length > 0;
  if (live.length === 0 && !sellsCards) throw new PrintProblem('no_items', 'No items to print');
  if (isTicket) return;
  const missing = figures.filter((name) => typeof bill[name] !== 'number');
  if (missing.length === 0) return;
  const errors = Object.fromEntries(missing.map((name) => [`bill.${name}`, 'Amount is required']));
  throw new PrintProblem('bad_request', 'Some amounts of the bill are missing', missing.join(', '), errors);
}
