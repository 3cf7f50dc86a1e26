/** Tokens of the profiles of this device, shared by its tabs; and what an access token says. */
const tokensKey = 'atoll.tokens';

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

type TokenMap = Readonly<Record<string, Tokens>>;

const readMap = (): TokenMap => JSON.parse(localStorage.getItem(tokensKey) ?? '{}') as TokenMap;
const writeMap = (map: TokenMap): void => localStorage.setItem(tokensKey, JSON.stringify(map));

/** The newest tokens of a profile, whichever tab got them. */
export const sharedTokens = (email: string): Tokens | null => readMap()[email] ?? null;

export function shareTokens(email: string, tokens: Tokens): void {
  writeMap({ ...readMap(), [email]: tokens });
}

/** The access token leaves the device; the refresh token stays, for unlocking. */
export function dropSharedToken(email: string): void {
  const known = readMap()[email];
  if (known) shareTokens(email, { ...known, token: '' });
}

export function forgetTokens(email: string): void {
  const { [email]: _gone, ...rest } = readMap();
  writeMap(rest);
}

/** Told when another tab changed the tokens. */
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

/** The ordered permissions of an access token: its Permission claim, a list, one name, or a list as text. */
export function permissionsOf(token: string): readonly string[] {
  const claim = claims(token)['Permission'];
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string' || !claim) return [];
  return claim.startsWith('[') ? (JSON.parse(claim) as string[]) : [claim];
}
