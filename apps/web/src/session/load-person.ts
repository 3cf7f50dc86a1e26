/** Reads the signed-in person from the server, at the start and after each sign-in. Source: R35.69. */
import { CallError, call, isNetworkFailure } from '../api/api.ts';
import { useSession } from './session.ts';
import type { PersonFacts } from './session-user.ts';

/** Takes over the person's name, picture and permissions from the server. Without the server the known ones stay. */
export async function loadPerson(): Promise<void> {
  const { user, keepProfile } = useSession.getState();
  if (!user) return;
  try {
    const { user: own, name, jobTitle, department, permissions } = await call('app.user', { quiet: true });
    const { user: known, isLocked } = useSession.getState();
    if (isLocked || known?.id !== own.id) return;
    const facts: PersonFacts = { name, avatar: own.avatar, jobTitle, department, permissions };
    const changed = Object.entries(facts).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof PersonFacts]),
    );
    if (changed.length > 0) keepProfile(Object.fromEntries(changed));
  } catch (error) {
    if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
  }
}
