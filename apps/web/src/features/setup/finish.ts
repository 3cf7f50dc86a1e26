/** The end of the first visit: the server creates everything, the owner is signed in and the first shift is open. */
import { call } from '../../api/api.ts';
import { becomeStation } from '../../printing/print-station.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { startBodyOf, useOwnerCode, useStart } from './start-draft.ts';

/** Sends what was typed. Rejects with the server's refusal; calling it again continues where it stopped. */
export async function finishStart(): Promise<void> {
  const { values, secrets, shiftKey } = useStart.getState();
  const { needsOwnerCode } = useOwnerCode.getState();
  await call('auth.start', { body: startBodyOf(values, secrets, needsOwnerCode), ownErrors: true });
  await useSession.getState().login(values.email.trim(), secrets.password);
  await call('shift.create', { body: { key: shiftKey, openingBalance: values.openingBalance ?? 0 }, inPlace: true });
  await useApp.getState().loadShift();
  // Whoever chose the printers of this till chose it to print. A failure is no fault of the start: Settings offers it again.
  if (Object.values(values.printers).some(Boolean)) await becomeStation().catch(() => undefined);
  useStart.getState().clear();
}
