/** Reports that somebody tried five wrong passcodes of a person at lock screens within an hour. Source: R36.6. */
import { freeApproverTries } from '@atoll/domain/access/approver-wait';
import type { Store } from '../../../platform/store/store.ts';
import { notify, notifyOnceADay } from '../../notification/service.ts';
import { personAtOutlet } from '../person.ts';
import type { Device } from '../session/session-queries.ts';

/** Writes it to the history of the person's first outlet, and tells the person and those who manage settings. */
export async function reportUnlockGuessing(store: Store, userId: number, device: Device): Promise<void> {
  const person = await personAtOutlet(store, userId);
  if (!person) return;
  await store.writeOutlet(person.outletId, async (tx) => {
    tx.history({
      subject: 'User',
      subjectKey: person.key,
      action: 'Guessed',
      userId,
      deviceId: device.id || null,
      after: { tries: freeApproverTries, device: device.name, address: device.ip },
    });
    const news = {
      severity: 'Warning',
      title: `Wrong passcodes for ${person.name}`,
      body: `${freeApproverTries} wrong passcodes of ${person.name} were typed at tills within an hour. Ask what happened.`,
    } as const;
    await notifyOnceADay(tx, news);
    await notify(tx, { ...news, userId });
  });
}
