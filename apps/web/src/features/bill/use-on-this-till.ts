/** What of a bill only this till has: changes that nobody saved yet, and saved work that the server has not got. */
import { hasUnsaved, useBills } from '../../bills/bills.ts';
import { isShown } from '../../bills/view.ts';
import { useOutbox } from '../../outbox/outbox.ts';

/** Returns whether somebody has to save the bill, and whether saved work of it waits for the server. */
export function useOnThisTill(billKey: string): { readonly unsaved: boolean; readonly waiting: boolean } {
  const unsaved = useBills((state) => hasUnsaved(state.drafts[billKey]));
  const waiting = useOutbox((state) => state.entries.some((entry) => entry.billKey === billKey && isShown(entry)));
  return { unsaved, waiting };
}
