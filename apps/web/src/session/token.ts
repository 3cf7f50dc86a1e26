/**
 * Tokens of this device's profiles, shared by its tabs, and the claims of access tokens. They are stored in local storage, which is read
 * synchronously, and in IndexedDB, which is consistent across tabs: changes of local storage reach other tabs' processes with a delay.
 */
import { asIssued } from '@atoll/domain/access/permission';
import { addIfMissing, onDatabaseLost, readOne, removeOne, writeOne } from '../storage/idb.ts';
import { onLocalLost } from '../storage/lost-storage.ts';

const tokensKey = 'atoll.tokens';

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

type TokenMap = Readonly<Record<string, Tokens>>;

/** The last stored tokens, for a device whose storage is cleared. */
let inMemory: TokenMap = {};

function readMap(): TokenMap {
  const text = localStorage.getItem(tokensKey);
  if (text === null) return {};
  inMemory = JSON.parse(text) as TokenMap;
  return inMemory;
}

function writeMap(map: TokenMap): void {
  inMemory = map;
  localStorage.setItem(tokensKey, JSON.stringify(map));
}

onLocalLost({
  owns: (key) => key === tokensKey,
  writeBack() {
    // An empty map would sign the other tabs out.
    if (localStorage.getItem(tokensKey) === null && Object.keys(inMemory).length > 0) writeMap(inMemory);
  },
});

const recordOf = (email: string): string => `tokens ${email}`;

onDatabaseLost((store) => {
  for (const [email, tokens] of Object.entries(inMemory)) addIfMissing(store('secret'), recordOf(email), tokens);
});

/** Returns the tokens of a profile as this tab knows them. */
export const sharedTokens = (email: string): Tokens | null => readMap()[email] ?? null;

/** Returns the newest tokens of a profile, from any tab. */
export const newestTokens = async (email: string): Promise<Tokens | null> =>
  (await readOne<Tokens>('secret', recordOf(email))) ?? sharedTokens(email);

/** Stores the tokens; resolves when every tab can read them. */
export async function shareTokens(email: string, { token, refreshToken }: Tokens): Promise<void> {
  writeMap({ ...readMap(), [email]: { token, refreshToken } });
  await writeOne('secret', { token, refreshToken }, recordOf(email));
}

/** Removes the access token from the device; the refresh token stays for unlocking. */
export async function dropSharedToken(email: string): Promise<void> {
  const known = sharedTokens(email);
  if (known) await shareTokens(email, { ...known, token: '' });
}

export async function forgetTokens(email: string): Promise<void> {
  const { [email]: _gone, ...rest } = readMap();
  writeMap(rest);
  await removeOne('secret', recordOf(email));
}

/** Calls the listener when another tab changed the tokens. */
export function onTokensShared(listener: () => void): void {
  globalThis.addEventListener('storage', (event) => {
    if (event.key === tokensKey) listener();
  });
}

function claims(token: string): Record<string, unknown> {
  const part = token.split('.')[1];
  if (!part) return {};
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

/** Returns the ordered permissions of an access token: its Permission claim. */
export const permissionsOf = (token: string): readonly string[] =>
  asIssued(namesIn(token, 'Permission'), claims(token)['pv']);

/** Returns the actions that an access token allows with an approval. */
export const approvableOf = (token: string): readonly string[] => namesIn(token, 'Approval');

/** Returns the limits of an access token: how much of an action the person may do alone. */
export const limitsOf = (token: string): Readonly<Record<string, number>> =>
  (claims(token)['Limit'] ?? {}) as Readonly<Record<string, number>>;

/** Returns the names of a claim: a list, one name, or a list as text. */
function namesIn(token: string, name: string): readonly string[] {
  const claim = claims(token)[name];
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string' || !claim) return [];
  return claim.startsWith('[') ? (JSON.parse(claim) as string[]) : [claim];
}
