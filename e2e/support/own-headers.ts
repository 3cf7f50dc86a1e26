/** Headers for calls of a test as the demo user who works in a page. The page itself keeps its access token in memory only. */
import { expect, type Page } from '@playwright/test';

interface Kept {
  readonly user: { readonly email: string };
  readonly scope: { readonly outletId: number };
}

export type OwnHeaders = Readonly<Record<'Authorization' | 'X-Outlet-Id', string>>;

const tokens = new WeakMap<Page, { readonly email: string; readonly token: string }>();

/** Returns the access token of a sign-in of their own. */
async function tokenOf(page: Page, email: string): Promise<string> {
  const known = tokens.get(page);
  if (known?.email === email) return known.token;
  const data = { email, password: 'atoll-demo' };
  const answer = await page.request.post(new URL('/api/auth/login', page.url()).href, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token } = (await answer.json()) as { token: string };
  tokens.set(page, { email, token });
  return token;
}

/** Returns the headers for the person and the outlet of a page. */
export async function ownHeaders(page: Page): Promise<OwnHeaders> {
  const { user, scope } = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('app-user-cache') ?? '{}') as { state: Kept }).state,
  );
  return { Authorization: `Bearer ${await tokenOf(page, user.email)}`, 'X-Outlet-Id': String(scope.outletId) };
}
