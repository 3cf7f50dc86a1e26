import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { Drawer, Modal, openDelayMs } from '../ui/overlay/overlay.tsx';
import { NotLoaded } from './not-loaded.tsx';

/** Fetches one record of the open outlet, again whenever `key` is invalidated. */
export function useFound<T>(key: string, id: string, load: () => Promise<T>) {
  const outletId = useSession((state) => state.scope?.outletId);
  return useQuery({ queryKey: [key, outletId, id], queryFn: load, retry: false });
}

interface FoundPanelProps<T> {
  readonly found: ReturnType<typeof useFound<T>>;
  readonly title: string;
  readonly onClose: () => void;
  readonly overlay?: 'drawer' | 'modal' | undefined;
  readonly size?: 's' | 'm' | 'l' | undefined;
  readonly footer?: ((record: T) => ReactNode) | undefined;
  readonly children: (record: T) => ReactNode;
}

/** Renders a drawer or modal around one record: while loading, when missing, and when loaded. */
export function FoundPanel<T>({ found, title, onClose, overlay, size, footer, children }: FoundPanelProps<T>) {
  const { t } = useTranslation();
  const Overlay = overlay === 'modal' ? Modal : Drawer;
  return (
    <Overlay
      title={title}
      onClose={onClose}
      delayMs={openDelayMs}
      size={size}
      footer={found.data !== undefined && footer?.(found.data)}
    >
      {found.data !== undefined ? (
        children(found.data)
      ) : found.error ? (
        <NotLoaded found={found} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Overlay>
  );
}
