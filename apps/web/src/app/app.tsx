import { QueryClientContext } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { directionOf } from '../locale/languages.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { later } from '../ui/hook/later.tsx';
import { useHasToasts } from '../ui/overlay/toast.ts';
import { useQueries } from './queries.ts';

const ToastHost = later(async () => (await import('../ui/overlay/toast-host.tsx')).ToastHost);

export function App({ router }: { router: AnyRouter }) {
  const { i18n } = useTranslation();
  const direction = directionOf(i18n.language);
  return (
    <QueryClientContext value={useQueries()}>
      <RouterProvider router={router} />
      <Toasts rtl={direction === 'rtl'} />
    </QueryClientContext>
  );
}

/** The position of toasts is a setting of the outlet: 'top-left' is the alternative in the specification (R12.4). */
function Toasts({ rtl }: { rtl: boolean }) {
  const isOther = useSettingOf('ToastPlace') === 'top-left';
  const hasToasts = useHasToasts((state) => state.hasToasts);
  return (
    hasToasts && <ToastHost place={isOther ? { position: 'top-left', autoCloseMs: 15_000 } : undefined} rtl={rtl} />
  );
}
