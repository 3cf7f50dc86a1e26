/** Reports that somebody tried five wrong passcodes of a person at lock screens within an hour, or five wrong passwords. Source: R36.6. */
import { freeApproverTries } from '@atoll/domain/access/approver-wait';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { Store } from '../../../platform/store/store.ts';
import { notify, notifyOnceADay } from '../../notification/service.ts';
import { personAtOutlet } from '../person.ts';
import type { Device } from '../session/session-queries.ts';
import { freePasswords } from '../session/sign-in-limits.ts';

/** Reports five wrong passwords of a person in the background. `device`: where somebody tried to sign in; absent for one that is signed in. */
export type ReportPasswordGuessing = (userId: number, device?: Device) => void;

/** Writes wrong passcodes to the history of the person's first outlet, and tells the person and those who manage settings. */
export const reportUnlockGuessing = (store: Store, userId: number, device: Device): Promise<void> =>
  report(store, userId, device, (name) => ({
    title: `Wrong passcodes for ${name}`,
    body: `${freeApproverTries} wrong passcodes of ${name} were typed at tills within an hour. Ask what happened.`,
    tries: freeApproverTries,
  }));

/** Does the same with wrong passwords. */
export const reportPasswords = (store: Store, userId: number, device: Device | undefined): Promise<void> =>
  report(store, userId, device, (name) => ({
    title: `Wrong passwords for ${name}`,
    body: `${freePasswords} wrong passwords or codes of ${name} were typed within an hour. If nobody forgot theirs, look at the history.`,
    tries: freePasswords,
  }));

interface Words {
  readonly title: Sentence;
  readonly body: Sentence;
  readonly tries: number;
}

async function report(
  store: Store,
  userId: number,
  device: Device | undefined,
  wordsOf: (name: string) => Words,
): Promise<void> {
  const person = await personAtOutlet(store, userId);
  if (!person) return;
  const { tries, ...words } = wordsOf(person.name);
  await store.writeOutlet(person.outletId, async (tx) => {
    tx.history({
      subject: 'User',
      subjectKey: person.key,
      action: 'Guessed',
      userId,
      deviceId: device?.id || null,
      after: { tries, ...(device && { device: device.name, address: device.ip }) },
    });
    const news = { severity: 'Warning', ...words } as const;
    await notifyOnceADay(tx, news);
    await notify(tx, { ...news, userId });
  });
}
