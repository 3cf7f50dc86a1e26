import '../../styles/styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { fetchMoreWords, startLocale } from '../../locale/locale.ts';
import { fetchLaterParts } from './later-parts.ts';

/** Widths and heights of the screens that staff use: desktop, tablet on its side and upright, phone. */
export const staffSizes = [
  [1280, 800],
  [1024, 768],
  [820, 1180],
  [390, 844],
] as const;

let root: Root | undefined;
let place: HTMLElement | undefined;

/** Renders a part of the screen in the test's browser and removes the previous one. */
export async function show(part: ReactNode): Promise<void> {
  clear();
  await startLocale();
  await fetchMoreWords();
  await fetchLaterParts();
  document.documentElement.dataset['theme'] = 'light';
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(
    <MantineProvider forceColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      {part}
    </MantineProvider>,
  );
}

/** Renders a screen at a path. Returns a function that returns the current address. `pattern` names the parameters of the path. */
export async function showAt(path: string, part: ReactNode, pattern = '/$'): Promise<() => string> {
  const rootRoute = createRootRoute();
  const here = createRoute({ getParentRoute: () => rootRoute, path: pattern, component: () => part });
  const router = createRouter({
    routeTree: rootRoute.addChildren([here]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.href;
}

/** Removes the rendered part. */
export function clear(): void {
  root?.unmount();
  place?.remove();
  root = undefined;
}

/** Returns the texts that stand outside of the screen at its sides, or are wider than their box; a name may end in an ellipsis, an amount may not. */
export function textsOutside(): string[] {
  const texts = document.body.querySelectorAll<HTMLElement>('h1, h2, h3, p, b, dt, dd, td, th, li, span, button, a');
  return [...texts]
    .filter((each) => {
      const { left, right, width, height } = each.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && each.children.length === 0 && each.textContent !== '';
      const { display, textOverflow } = getComputedStyle(each);
      const mayEnd = textOverflow === 'ellipsis' && !/\d/.test(each.textContent);
      const isWide = display !== 'inline' && !mayEnd && each.scrollWidth > each.clientWidth + 1;
      return isSeen && (left < -1 || right > innerWidth + 1 || isWide);
    })
    .map(({ textContent }) => textContent);
}
