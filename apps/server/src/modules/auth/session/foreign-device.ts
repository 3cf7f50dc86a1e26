/** Reports that somebody used the sign-in of another device: to the history, to the person, and to the Admins when it repeats. Source: R36.2. */
import type { Store } from '../../../platform/store/store.ts';
import { notifyAdmins, type TellPerson } from '../../notification/service.ts';
import { personAtOutlet } from '../person.ts';
import type { Device } from './session-queries.ts';

const hourMs = 3_600_000;
/** After this many tries with one sign-in the Admins are told. */
const triesUntilAdmins = 3;
const maxKnown = 1000;

export interface ForeignUse {
  readonly sessionId: string;
  readonly userId: number;
  readonly device: Device;
}

/** Reports one use; in the background, the caller is only refused. Resolves when it is written. */
export type ReportForeignUse = (use: ForeignUse, now: number) => Promise<void>;

interface Parts {
  readonly store: Store;
  readonly tell: TellPerson;
}

/** Writes the use to the history of the person's first outlet. Returns the person's name. */
async function writeHistory(store: Store, { userId, device }: ForeignUse): Promise<string> {
  const person = await personAtOutlet(store, userId);
  if (!person) return '';
  await store.writeOutlet(person.outletId, async (tx) =>
    tx.history({
      subject: 'User',
      subjectKey: person.key,
      action: 'SignInCopied',
      userId,
      deviceId: device.id,
      after: { device: device.name, address: device.ip },
    }),
  );
  return person.name;
}

interface Known {
  readonly tries: number;
  readonly since: number;
  readonly person: Promise<string>;
}

/** Creates the reporter. A sign-in is written once an hour, however often it is tried. */
export function createForeignReport({ store, tell }: Parts): ReportForeignUse {
  const known = new Map<string, Known>();

  const tellPerson = ({ userId, device: { name, ip } }: ForeignUse): Promise<void> =>
    tell(userId, {
      title: 'Somebody used your sign-in on another device',
      body: `${name || 'A device'} at ${ip}. If it was not you, sign out that device in your profile and change your password.`,
    });

  return async (use, now) => {
    const before = known.get(use.sessionId);
    const isSame = before !== undefined && now - before.since < hourMs;
    const next = isSame
      ? { ...before, tries: before.tries + 1 }
      : { tries: 1, since: now, person: writeHistory(store, use) };
    known.set(use.sessionId, next);
    const oldest = known.keys().next().value;
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    const person = await next.person;
    if (next.tries === 1) await tellPerson(use);
    if (next.tries === triesUntilAdmins)
      await notifyAdmins(store, { severity: 'Warning', title: `A copied sign-in of ${person} was refused` });
  };
}
