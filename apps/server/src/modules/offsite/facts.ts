/** What Care says of off-site copies. Source: R31.38, R31.42. */
import type { OffsiteFacts } from '@atoll/domain/trust/care';
import type { Store } from '../../platform/store/store.ts';
import { lastDrill, readCopies, sentSpan } from './records.ts';
import { defaultMinutes, readOffsiteSettings } from './settings.ts';

/** Returns how the copies are; null where there are none to be. */
export async function offsiteFacts(store: Store): Promise<OffsiteFacts | null> {
  const { target, recovery } = await readOffsiteSettings(store);
  if (!target.address || !recovery) return null;
  const [span, drill, copies] = [await sentSpan(store), await lastDrill(store), await readCopies(store)];
  return {
    setAt: recovery.setAt,
    firstAt: span.first,
    newestAt: span.newest,
    everyMs: (target.minutes ?? defaultMinutes) * 60_000,
    isOtherKey: copies[0]?.problem === 'hostKey',
    hasFailed: copies[0]?.state === 'Failed',
    drill: drill ? { at: Number(drill.at), isGood: drill.is_ok } : null,
    confirmedAt: recovery.confirmedAt,
  };
}
