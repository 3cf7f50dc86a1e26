/** The targets of the walk over the route table: every screen of this release, with the ids of existing records. */

import { join } from 'node:path';
import { allScreens, type Screen } from '@atoll/domain/nav/nav';
import { allResources } from '@atoll/domain/resources/registry';
import type { Page } from '@playwright/test';
import { type OwnHeaders, ownHeaders } from './own-headers.ts';
import { root } from './process.ts';

// Imported by its path, because the journeys are not compiled with the app.
const { hasScreen } = (await import(join(root, 'apps/web/src/app/route/screens.ts'))) as {
  hasScreen: (name: string) => boolean;
};

/** The screens of this release. */
export const screens: readonly Screen[] = allScreens.filter(({ name }) => hasScreen(name));
export const protectedScreens: readonly Screen[] = screens.filter((screen) => !screen.public);
export const grounds: readonly Screen[] = protectedScreens.filter(({ parent }) => !parent);
export const overlays: readonly Screen[] = protectedScreens.filter(({ parent }) => parent);

/** The lists that provide the ids of a section's records. */
const lists: Readonly<Record<string, string>> = {
  '/billing/history': '/bis/bills/list',
  '/billing/shifts': '/bis/shifts/list',
  '/delivery/manage': '/bis/deliveries/list',
  '/delivery/history': '/bis/deliveries/list',
  '/invoices': '/ims/invoices/list',
  '/inventory/requests': '/ims/requests/list',
  '/inventory/counts': '/ims/counts/list',
  '/users': '/app/users/list',
  '/reports': '/app/reports/list',
  ...Object.fromEntries(allResources.map(({ path, area, many }) => [path, `/${area}/${many}/list`])),
};

export type Ids = Readonly<Record<string, string>>;

/** Returns for each section the id of one of its records, as the API returns them to the user of the page. */
export async function findIds(page: Page): Promise<Ids> {
  const headers = await ownHeaders(page);
  const entries = await Promise.all(
    Object.entries(lists).map(async ([section, path]) => {
      const answer = (await read(page, path, headers)) as
        | { items?: { id: number | string }[] }
        | { id: number | string }[]
        | null;
      const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
      return [section, String(items[0]?.id ?? 1)];
    }),
  );
  return Object.fromEntries(entries) as Ids;
}

function read(page: Page, path: string, headers: OwnHeaders): Promise<unknown> {
  return page.evaluate(
    async ([url, own]) => {
      const answer = await fetch(`/api${url}?page=1&size=10`, { headers: own });
      return answer.ok ? ((await answer.json()) as unknown) : null;
    },
    [path, headers] as const,
  );
}

/** Returns the address of a screen. */
export function addressOf(screen: Screen, ids: Ids): string {
  const section = Object.keys(ids)
    .filter((path) => screen.path.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0];
  const id = ids[section ?? ''] ?? '1';
  const billId = ids['/billing/history'] ?? '1';
  const address = screen.path
    .replace('$type', 'Table')
    .replace('$slot', '2')
    .replace('$billId', billId)
    .replace('$id', screen.name === 'Checkout' ? billId : id);
  return screen.name === 'Select Size' ? `${address}?item=1&r=/billing/new/Table/2` : address;
}
