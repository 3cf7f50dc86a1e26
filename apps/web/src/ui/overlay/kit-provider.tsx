import { createTheme, DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import '../../styles/kit.css';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** The component kit takes its colours and sizes from styles/kit.css; only its behaviour is set here. */
const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: { Popover: { defaultProps: { transitionProps: { duration: 100 } } } },
});

/** Gives a part of the component kit what it needs: theme and direction of the page. */
export function KitProvider({ children }: { readonly children: ReactNode }) {
  const colorScheme = useOfPage((page) => page.dataset['theme']) === 'dark' ? 'dark' : 'light';
  const direction = useOfPage((page) => page.dir) === 'rtl' ? 'rtl' : 'ltr';
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        forceColorScheme={colorScheme}
        withCssVariables={false}
        withGlobalClasses={false}
        deduplicateCssVariables={false}
      >
        <DirectionSync to={direction} />
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Gives the kit the direction of a language that is chosen later. */
function DirectionSync({ to }: { to: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(to), [setDirection, to]);
  return null;
}

/** Returns an attribute of the page; the component renders again when it changes. */
function useOfPage<T>(read: (page: HTMLElement) => T): T {
  return useSyncExternalStore(watchPage, () => read(document.documentElement));
}

function watchPage(onChange: () => void): () => void {
  const watch = new MutationObserver(onChange);
  watch.observe(document.documentElement, { attributeFilter: ['data-theme', 'dir'] });
  return () => watch.disconnect();
}
