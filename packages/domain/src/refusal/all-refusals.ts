/** All refusals, for the server. Source: docs/rules.md#refusals. */
import { type Refusal, type RefusalReason, tillRefusals } from './refusal.ts';
import { serverRefusals } from './server-refusals.ts';

const catalogue = { ...tillRefusals, ...serverRefusals };

/** Returns a refusal of a till or of the server with its message; `more` adds details, field errors, another message or extra fields of the response. */
export function anyRefusal(reason: RefusalReason, more: Partial<Omit<Refusal, 'reason' | 'status'>> = {}): Refusal {
  const [status, message] = catalogue[reason];
  return { reason, status, message, ...more };
}

/** Every reason, for documentation and tests. */
export const refusalReasons = Object.keys(catalogue) as RefusalReason[];
