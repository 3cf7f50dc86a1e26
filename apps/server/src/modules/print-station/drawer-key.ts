/** Which print jobs open a drawer of another till: those of a payment, a cash event or an opening that the server knows, each once. Source: R36.18. */
import { settingOf } from '@atoll/domain/outlet/settings';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { outletTerms } from '../bill/service.ts';
import { notify } from '../notification/service.ts';
import type { BuiltJob } from './bill-job.ts';
import type { JobBody } from './job.ts';

/** An event opens a drawer only for this long. */
const freshMs = 24 * 3_600_000;
/** Further tries of a person are refused without an entry, until the first ones are old. */
const maxMisuses = 10;

/**
 * Returns the key for which a job opens the drawer, or null when it opens none: without the setting, for a key that was used, or for a till of an earlier release that
 * names none. Undefined: it names a key that the server does not know.
 */
export async function drawerKeyOf(
  tx: OutletTx,
  sent: JobBody,
  built: BuiltJob | null,
): Promise<string | null | undefined> {
  if (sent['openDrawer'] !== true || (built === null && sent.type !== 'Slip')) return null;
  const named = sent.drawerKey?.toLowerCase();
  const key = built ? built.paymentKey : await eventKey(tx, named ?? sent.jobKey.toLowerCase());
  if (key === null) return named === undefined || built ? null : undefined;
  if (key === undefined) return null;
  return (await isUsed(tx, key, sent.jobKey)) ? null : key;
}

/** Returns the key of a recent cash event or opening; undefined where a cash event opens no drawer, null for an unknown key. */
async function eventKey(tx: OutletTx, key: string): Promise<string | null | undefined> {
  const opening = await tx.db
    .selectFrom('drawer_opening')
    .select('key')
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .where('at', '>', tx.now - freshMs)
    .executeTakeFirst();
  if (opening) return key;
  const cash = await tx.db
    .selectFrom('cash_event')
    .select('key')
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .where('at', '>', tx.now - freshMs)
    .executeTakeFirst();
  if (!cash) return null;
  const { settings } = await outletTerms(tx);
  return settingOf(settings, 'DrawerKick') ? key : undefined;
}

/** Returns whether another job opened the drawer for this key. */
async function isUsed(tx: OutletTx, key: string, jobKey: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('handed_job')
    .select('key')
    .where('outlet_id', '=', tx.head.outletId)
    .where('drawer_key', '=', key)
    .where('key', '<>', jobKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes to the history that somebody asked to open a drawer for nothing; the second time in a day, notifies those who manage settings. */
export function reportDrawer(
  store: Store,
  actor: Pick<Actor, 'outletId' | 'userId' | 'name' | 'deviceId'>,
  { drawerKey = '', printerName }: JobBody,
): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = actor;
    const before = await tx.db
      .selectFrom('history')
      .select('seq')
      .where('outlet_id', '=', outletId)
      .where('subject', '=', 'Print station')
      .where('action', '=', 'Misused')
      .where('user_id', '=', actor.userId)
      .where('at', '>', tx.now - freshMs)
      .limit(maxMisuses)
      .execute();
    if (before.length === maxMisuses) return;
    tx.history({
      subject: 'Print station',
      subjectKey: drawerKey,
      action: 'Misused',
      userId: actor.userId,
      deviceId: actor.deviceId,
      after: { printer: printerName },
    });
    if (before.length === 1)
      await notify(tx, {
        severity: 'Warning',
        title: `${actor.name} tried to open a drawer`,
        body: 'There was no payment, no cash in or out and no ‘Open drawer’ for it. The drawer stayed closed.',
        permission: 'settings.manage',
      });
  });
}
