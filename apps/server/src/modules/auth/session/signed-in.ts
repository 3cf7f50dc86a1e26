/** The answer of a sign-in, an unlock and a refresh. Source: docs/rules.md#refresh-token, docs/rules.md#page-proof. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Person } from '../person.ts';
import { pageProofOf } from './page-proof.ts';
import { accessOf, type Tokens } from './token.ts';

/** Returns what a device gets when its user is signed in: tokens, and the data of the user. */
export async function signedIn(
  tokens: Tokens,
  person: Person,
  session: {
    readonly sessionId: string;
    readonly refreshToken: string;
    readonly lockVersion: number;
    /** Whether its page keeps a proof that it was opened. */
    readonly keepsPage: boolean | undefined;
  },
  now: number,
): Promise<SignedIn> {
  return {
    token: await tokens.access(accessOf(person, session.sessionId, session.lockVersion), now),
    refreshToken: session.refreshToken,
    user: { id: person.id, email: person.email, avatar: person.avatar },
    name: person.name,
    jobTitle: person.jobTitle,
    department: person.department,
    outlets: [...person.outlets],
    ...(session.keepsPage && { page: pageProofOf(tokens, session) }),
  };
}
