/** Tells that the server acknowledged a change of a bill. Source: R35.69. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { HubAction } from '@atoll/domain/contract/platform/hub';
import { emit } from '../api/event.ts';

/** Tells the rest of the till, which tells the other tills, that the server acknowledged a change of this bill. */
export function acknowledged({ id }: Bill, action: HubAction): void {
  if (id !== null) emit('billAcknowledged', { id, action });
}
