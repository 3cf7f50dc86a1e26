import { createTheme, DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onServerBack } from '../api/server-reachable.ts';
import { directionOf } from '../locale/languages.ts';
import { useTheme } from '../session/theme.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { defaultToastPlace, ToastHost } from '../ui/overlay/toast-host.tsx';
import { forgetAnswersOfOthers } from './forget-answers.ts';

/** The UI kit takes its colours and sizes from styles/kit.css; only its behaviour is set here. */
const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: importing the components to name them would put them into the first bundle.
  components: {
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
  },
});

/** For reads only: writes go through the outbox. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 10_000, networkMode: 'always' }, mutations: { retry: 0 } },
});

/** After an outage the data on the screen may be old (R35.3). */
onServerBack(() => void queries.invalidateQueries());
forgetAnswersOfOthers(queries);

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
          <DirectionSync to={direction} />
          <RouterProvider router={router} />
          <Toasts rtl={direction === 'rtl'} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Gives the UI kit the direction of a language that is chosen later. */
function DirectionSync({ to }: { to: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(to), [setDirection, to]);
  return null;
}

/** The position of toasts is a setting of the outlet: 'top-left' is the alternative in the specification (R12.4). */
function Toasts({ rtl }: { rtl: boolean }) {
  const isOther = useSettingOf('ToastPlace') === 'top-left';
  return <ToastHost place={isOther ? { position: 'top-left', autoCloseMs: 15_000 } : defaultToastPlace} rtl={rtl} />;
}
