import '../styles/styles.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { startLocale } from '../locale/locale.ts';

let root: Root | undefined;
let place: HTMLElement | undefined;

/** Shows a part of the screen in the test's browser; what was shown before goes. */
export async function show(part: ReactNode): Promise<void> {
  clear();
  await startLocale();
  document.documentElement.dataset['theme'] = 'light';
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(
    <MantineProvider forceColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      {part}
    </MantineProvider>,
  );
}

/** Takes away what was shown. */
export function clear(): void {
  root?.unmount();
  place?.remove();
  root = undefined;
}
