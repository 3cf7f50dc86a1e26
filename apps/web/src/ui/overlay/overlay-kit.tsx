import { Drawer as KitDrawer, Modal as KitModal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { IconButton } from '../display/button.tsx';
import { useEscapeCloses } from '../hook/escape.ts';
import { useFirstFocus } from '../hook/first-focus.ts';
import { useFocusReturn } from '../hook/focus-return.ts';
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

/** For how long a veil takes no press after it appeared, in ms: a quick tap was meant for what lay there before. */
const veilRestMs = 350;

/** Returns whether a press on the veil closes what is open: once a person can have seen it. */
function useVeilCloses(opened: boolean, closable: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setSeen(true), veilRestMs);
    return () => {
      clearTimeout(timer);
      setSeen(false);
    };
  }, [opened]);
  return closable && isSeen;
}

/** Renders a dialog in the middle; on a phone a sheet from below. */
export function CentredOverlay(props: OverlayProps) {
  const { title, onClose, closable = true, size = 'm', opened = true } = props;
  const veilCloses = useVeilCloses(opened, closable);
  return (
    <KitProvider>
      <KitModal.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        closeOnClickOutside={veilCloses}
        lockScroll={false}
        size={sizes[size]}
        transitionProps={{ ...transition, transition: 'pop' }}
        classNames={{ inner: styles.inner, content: styles.modal }}
      >
        <KitModal.Overlay className={styles.veil} />
        <KitModal.Content data-dialog>
          <Inside {...props} heading={<KitModal.Title className={styles.title}>{title}</KitModal.Title>} />
        </KitModal.Content>
      </KitModal.Root>
    </KitProvider>
  );
}

/** Renders a panel from the inline end over the screen; on a phone it fills the screen. */
export function SideOverlay(props: OverlayProps) {
  const { title, onClose, closable = true, size = 'm', opened = true } = props;
  const veilCloses = useVeilCloses(opened, closable);
  return (
    <KitProvider>
      <KitDrawer.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        closeOnClickOutside={veilCloses}
        position="right"
        lockScroll={false}
        size={size === 'l' ? 720 : 440}
        transitionProps={transition}
        classNames={{ content: styles.drawer }}
      >
        <KitDrawer.Overlay className={styles.veil} />
        <KitDrawer.Content data-drawer={size === 'l' ? 'wide' : 'narrow'}>
          <Inside {...props} heading={<KitDrawer.Title className={styles.title}>{title}</KitDrawer.Title>} />
        </KitDrawer.Content>
      </KitDrawer.Root>
    </KitProvider>
  );
}

/** Renders what a dialog and a panel have in common. The dialog of a route, which opens late, is an entry of the browser's history itself. */
function Inside({
  heading,
  leadsToFaults = false,
  onClose,
  closable = true,
  closesOnBack = closable,
  opened = true,
  delayMs = 0,
  footer,
  children,
}: OverlayProps & { readonly heading: ReactNode }) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const others = useFaultFocus(leadsToFaults ? null : (place?.parentElement ?? null));
  useSeenArea();
  useFirstFocus(place?.parentElement ?? null, opened);
  useFocusReturn(opened);
  useEscapeCloses(place, closable && opened ? onClose : undefined);
  const isTyped = useTyped(place?.parentElement ?? null);
  // Whatever opens or closes it, a second press at that place was meant for what was there before.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    holdSecondPress();
    return holdSecondPress;
  }, [opened]);
  useBackCloses(opened, { onClose: closesOnBack ? onClose : undefined, isEntry: delayMs > 0, isTyped });
  return (
    <>
      <div className={styles.header}>
        {heading}
        {closable && (
          <IconButton icon="close" label={t('ui.close')} onClick={onClose} className={styles.close} data-close />
        )}
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
