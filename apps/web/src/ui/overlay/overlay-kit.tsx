import { Drawer as KitDrawer, Modal as KitModal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../display/button.tsx';
import { holdSecondPress } from '../hook/second-press.ts';
import { useFaultFocus } from '../hook/use-fault-focus.ts';
import { ActionsPlace } from './actions.tsx';
import { useBackCloses } from './back.ts';
import { useErrorsInView } from './errors-in-view.ts';
import { KitProvider } from './kit-provider.tsx';
import styles from './overlay.module.css';
import type { OverlayProps } from './overlay.tsx';
import { useSeenArea } from './seen-area.ts';
import { useTyped } from './typed.ts';

const sizes = { s: 400, m: 520, l: 760 } as const;
const transition = { duration: 140, timingFunction: 'cubic-bezier(0.2, 0.7, 0.3, 1)' } as const;

/** Renders a dialog in the middle; on a phone a sheet from below. */
export function CentredOverlay(props: OverlayProps) {
  const { title, onClose, closable = true, footer, size = 'm', leadsToFaults, opened = true, children } = props;
  const back = { isOpen: opened, isEntry: Boolean(props.delayMs), canGoBack: props.closesOnBack ?? closable };
  return (
    <KitProvider>
      <KitModal.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={closable}
        closeOnClickOutside={closable}
        lockScroll={false}
        size={sizes[size]}
        transitionProps={{ ...transition, transition: 'pop' }}
        classNames={{ inner: styles.inner, content: styles.modal }}
      >
        <KitModal.Overlay className={styles.veil} />
        <KitModal.Content>
          <Inside
            title={<KitModal.Title className={styles.title}>{title}</KitModal.Title>}
            {...{ onClose, closable, footer, leadsToFaults, ...back }}
          >
            {children}
          </Inside>
        </KitModal.Content>
      </KitModal.Root>
    </KitProvider>
  );
}

/** Renders a panel from the inline end over the screen; on a phone it fills the screen. */
export function SideOverlay(props: OverlayProps) {
  const { title, onClose, closable = true, footer, size = 'm', leadsToFaults, opened = true, children } = props;
  const back = { isOpen: opened, isEntry: Boolean(props.delayMs), canGoBack: props.closesOnBack ?? closable };
  return (
    <KitProvider>
      <KitDrawer.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={closable}
        closeOnClickOutside={closable}
        position="right"
        lockScroll={false}
        size={size === 'l' ? 720 : 440}
        transitionProps={transition}
        classNames={{ content: styles.drawer }}
      >
        <KitDrawer.Overlay className={styles.veil} />
        <KitDrawer.Content>
          <Inside
            title={<KitDrawer.Title className={styles.title}>{title}</KitDrawer.Title>}
            {...{ onClose, closable, footer, leadsToFaults, ...back }}
          >
            {children}
          </Inside>
        </KitDrawer.Content>
      </KitDrawer.Root>
    </KitProvider>
  );
}

interface InsideProps {
  title: ReactNode;
  leadsToFaults: boolean | undefined;
  onClose: () => void;
  closable: boolean;
  isOpen: boolean;
  /** It is an entry of the browser's history: the dialog of a route. */
  isEntry: boolean;
  /** Back closes it. */
  canGoBack: boolean;
  footer: ReactNode;
  children: ReactNode;
}

function Inside(props: InsideProps) {
  const { title, leadsToFaults = false, onClose, closable, isOpen, isEntry, canGoBack, footer, children } = props;
  const { t } = useTranslation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const others = useFaultFocus(leadsToFaults ? null : (place?.parentElement ?? null));
  useSeenArea();
  const isTyped = useTyped(place?.parentElement ?? null);
  // Whatever closes it, a second press at that place was not meant for what lies below.
  useLayoutEffect(() => (isOpen ? holdSecondPress : undefined), [isOpen]);
  useBackCloses(isOpen, { onClose: canGoBack ? onClose : undefined, isEntry, isTyped });
  return (
    <>
      <div className={styles.header}>
        {title}
        {closable && <IconButton icon="close" label={t('ui.close')} onClick={onClose} className={styles.close} />}
      </div>
      <ActionsPlace value={place}>
        <Body>{children}</Body>
      </ActionsPlace>
      {others > 0 && (
        <p className={styles.others} role="status">
          {t('resource.otherFaults', { count: others })}
        </p>
      )}
      {footer && <div className={styles.footer}>{footer}</div>}
      <div ref={setPlace} className={styles.place} />
    </>
  );
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]';

/** Renders the scrollable body. It is focusable when nothing in it is, so that the keyboard can scroll it. */
function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useErrorsInView(body);
  useEffect(() => {
    const shown = body.current;
    if (!shown) return undefined;
    const look = () => setStop(shown.scrollHeight > shown.clientHeight + 1 && !shown.querySelector(focusable));
    const watch = new ResizeObserver(look);
    for (const element of [shown, ...shown.children]) watch.observe(element);
    return () => watch.disconnect();
  }, [children]);
  return (
    <div ref={body} className={styles.body} {...(isStop && { tabIndex: 0 })}>
      {children}
    </div>
  );
}
