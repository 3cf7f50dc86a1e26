/**
 * Tokens of this device's profiles, shared by its tabs, and the claims of access tokens. Access tokens are in memory only, and tabs send them to
 * each other: a copy of the storage must not open anything elsewhere. Refresh tokens, which only this device can use, are in local storage, which
 * is read synchronously, and in IndexedDB, which is consistent across tabs: changes of local storage reach other tabs' processes with a delay.
 * Source: R36.2, docs/rules.md#device-key.
 */
import { claimedPermissions } from '@atoll/domain/access/permission';
import { addIfMissing, onDatabaseLost, readOne, removeOne, writeOne } from '../storage/idb.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import { bytesOf } from './base64url.ts';

const tokensKey = 'atoll.tokens';

export interface Tokens {
  /** '' when no tab has one. */
  readonly token: string;
  readonly refreshToken: string;
}

type TokenMap = Readonly<Record<string, Tokens>>;

/** The last stored tokens, for a device whose storage is cleared. */
let inMemory: TokenMap = {};
/** By email: the newest access token of any tab, with the refresh token that came with it. */
const access = new Map<string, Tokens>();

const withoutAccess = ({ refreshToken }: Tokens): Tokens => ({ token: '', refreshToken });

function readMap(): TokenMap {
  const text = localStorage.getItem(tokensKey);
  if (text === null) return {};
  // The release before stored access tokens too.
  const stored = Object.entries(JSON.parse(text) as TokenMap).map(([email, tokens]) => [email, withoutAccess(tokens)]);
  inMemory = Object.fromEntries(stored) as TokenMap;
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

type Message =
  | { readonly type: 'ask'; readonly email: string }
  | ({ readonly type: 'tell'; readonly email: string } & Tokens);

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.access');
const listeners: (() => void)[] = [];
/** How long another tab has to answer with its access token. */
const tellWithinMs = 60;

const tell = (email: string, tokens: Tokens): void =>
  channel?.postMessage({ type: 'tell', email, ...tokens } satisfies Message);

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const { type, email } = data;
  if (type === 'ask') {
    const own = access.get(email);
    if (own?.token) tell(email, own);
    return;
  }
  access.set(email, { token: data.token, refreshToken: data.refreshToken });
  // Local storage may arrive later here. Only its own event says that the tokens are gone.
  if (sharedTokens(email)) for (const listener of listeners) listener();
});

/** Returns the tokens with the access token that belongs to the refresh token, as far as this tab knows it. */
const withAccess = (email: string, { refreshToken }: Tokens): Tokens => {
  const known = access.get(email);
  return { refreshToken, token: known?.refreshToken === refreshToken ? known.token : '' };
};

/** Returns the tokens of a profile as this tab knows them. */
export function sharedTokens(email: string): Tokens | null {
  const stored = readMap()[email];
  return stored ? withAccess(email, stored) : null;
}

/** Returns the tokens of a profile as they are stored; asks no tab. */
export async function storedTokens(email: string): Promise<Tokens | null> {
  return (await readOne<Tokens>('secret', recordOf(email))) ?? readMap()[email] ?? null;
}

/** Returns the newest tokens of a profile, from any tab. */
export async function newestTokens(email: string): Promise<Tokens | null> {
  const stored = await storedTokens(email);
  if (!stored) return null;
  if (!withAccess(email, stored).token) await askTabs(email);
  return withAccess(email, stored);
}

/** Asks the other tabs for their access token; resolves when one answered or none has it. */
function askTabs(email: string): Promise<void> {
  if (!channel) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', end);
      resolve();
    };
    const timer = setTimeout(end, tellWithinMs);
    channel.addEventListener('message', end);
    channel.postMessage({ type: 'ask', email } satisfies Message);
  });
}

/** Stores the refresh token and gives the other tabs the access token; resolves when every tab can read them. */
export async function shareTokens(email: string, { token, refreshToken }: Tokens): Promise<void> {
  const tokens = { token, refreshToken };
  access.set(email, tokens);
  tell(email, tokens);
  writeMap({ ...readMap(), [email]: withoutAccess(tokens) });
  await writeOne('secret', withoutAccess(tokens), recordOf(email));
}

/** Removes the access token from the device; the refresh token stays for unlocking. */
export async function dropSharedToken(email: string): Promise<void> {
  const known = sharedTokens(email);
  if (known) await shareTokens(email, { ...known, token: '' });
}

export async function forgetTokens(email: string): Promise<void> {
  const { [email]: _gone, ...rest } = readMap();
  access.delete(email);
  writeMap(rest);
  await removeOne('secret', recordOf(email));
}

/** Calls the listener when another tab changed the tokens. */
export function onTokensShared(listener: () => void): void {
  listeners.push(listener);
  globalThis.addEventListener('storage', (event) => {
    if (event.key === tokensKey) listener();
  });
}

function claims(token: string): Record<string, unknown> {
  const part = token.split('.')[1];
  if (!part) return {};
  return JSON.parse(new TextDecoder().decode(bytesOf(part))) as Record<string, unknown>;
}

/** Returns the ordered permissions of an access token: its Permission claim. */
export function permissionsOf(token: string): readonly string[] {
  const { role, pv } = claims(token);
  const named = { names: namesIn(token, 'Permission'), without: namesIn(token, 'Without') };
  return claimedPermissions(String(role), named, pv);
}

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
