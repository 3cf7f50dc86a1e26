import { Drawer as KitDrawer, Modal as KitModal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../display/button.tsx';
import { useFaultFocus } from '../hook/use-fault-focus.ts';
import { ActionsPlace } from './actions.tsx';
import { useErrorsInView } from './errors-in-view.ts';
import styles from './overlay.module.css';
import { useSeenArea } from './seen-area.ts';

/** Delay of a modal route (R20.5), so that passing through it does not flash. */
export const openDelayMs = 100;

export interface OverlayProps {
  title: string;
  /** Called by 'Close', Escape and a tap on the backdrop. */
  onClose: () => void;
  /** false: neither Escape nor a tap outside closes it, and there is no 'Close'. */
  closable?: boolean | undefined;
  /** Actions at the bottom, the main one last. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l' | undefined;
  opened?: boolean | undefined;
  /** The content leads to its faults after a failed save and counts them itself. */
  leadsToFaults?: boolean | undefined;
  /** Delay before it opens; routes use `openDelayMs`. */
  delayMs?: number | undefined;
  children: ReactNode;
}

const sizes = { s: 400, m: 520, l: 760 } as const;
const transition = { duration: 140, timingFunction: 'cubic-bezier(0.2, 0.7, 0.3, 1)' } as const;

/** Renders a dialog in the middle; on a phone a sheet from below. */
export function Modal(props: OverlayProps) {
  const { title, onClose, closable = true, footer, size = 'm', leadsToFaults, children } = props;
  const opened = useDelayed(props.opened ?? true, props.delayMs ?? 0);
  return (
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
          {...{ onClose, closable, footer, leadsToFaults }}
        >
          {children}
        </Inside>
      </KitModal.Content>
    </KitModal.Root>
  );
}

/** Renders a panel from the inline end over the screen; on a phone it fills the screen. */
export function Drawer(props: OverlayProps) {
  const { title, onClose, closable = true, footer, size = 'm', leadsToFaults, children } = props;
  const opened = useDelayed(props.opened ?? true, props.delayMs ?? 0);
  return (
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
          {...{ onClose, closable, footer, leadsToFaults }}
        >
          {children}
        </Inside>
      </KitDrawer.Content>
    </KitDrawer.Root>
  );
}

interface InsideProps {
  title: ReactNode;
  leadsToFaults: boolean | undefined;
  onClose: () => void;
  closable: boolean;
  footer: ReactNode;
  children: ReactNode;
}

function Inside({ title, leadsToFaults = false, onClose, closable, footer, children }: InsideProps) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const others = useFaultFocus(leadsToFaults ? null : (place?.parentElement ?? null));
  useSeenArea();
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

function useDelayed(wanted: boolean, delayMs: number): boolean {
  const [passed, setPassed] = useState(delayMs === 0);
  useEffect(() => {
    if (delayMs === 0) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return wanted && passed;
}
