import { createTheme, DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onServerBack } from '../api/server-there.ts';
import { directionOf } from '../locale/locale.ts';
import { useTheme } from '../session/theme.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { defaultToastPlace, ToastHost } from '../ui/overlay/toast-host.tsx';

/** The kit takes its colours and sizes from styles/kit.css; here stand only its habits. */
const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: naming the components themselves would bring them into the first file.
  components: {
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
  },
});

/** Reads only: what is written goes through the outbox. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 10_000, networkMode: 'always' }, mutations: { retry: 0 } },
});

/** What is on the screen was read before the server was away (R35.3). */
onServerBack(() => void queries.invalidateQueries());

export function App({ router }: { router: AnyRouter }) {
  const { i18n } = useTranslation();
  const colorScheme = useTheme((state) => state.theme);
  const direction = directionOf(i18n.language);
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        forceColorScheme={colorScheme}
        withCssVariables={false}
        withGlobalClasses={false}
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queries}>
          <Turned to={direction} />
          <RouterProvider router={router} />
          <Toasts rtl={direction === 'rtl'} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** The kit follows the direction of the language that is chosen later. */
function Turned({ to }: { to: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(to), [setDirection, to]);
  return null;
}

/** The place of toasts is a setting of the outlet: 'top-left' is the specification's other reading (R12.4). */
function Toasts({ rtl }: { rtl: boolean }) {
  const isOther = useSettingOf('ToastPlace') === 'top-left';
  return <ToastHost place={isOther ? { position: 'top-left', autoCloseMs: 15_000 } : defaultToastPlace} rtl={rtl} />;
}
