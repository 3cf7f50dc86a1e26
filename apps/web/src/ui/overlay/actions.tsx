import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './overlay.module.css';

/** The element below the scrolling body of the surrounding dialog or drawer; undefined outside of one, null before it is rendered. */
export const ActionsPlace = createContext<HTMLElement | null | undefined>(undefined);

interface ActionsProps {
  readonly children: ReactNode;
  /** Class of the row on a screen, outside of dialogs and drawers. */
  readonly className?: string | undefined;
}

/**
 * Renders the buttons that end a dialog or drawer below its scrolling body, so that they never cover its content (R35.21). Submit buttons submit the
 * form in which they are written.
 */
export function Actions({ children, className }: ActionsProps) {
  const place = useContext(ActionsPlace);
  const mark = useRef<HTMLSpanElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const ownId = useId();
  useLayoutEffect(() => {
    const form = mark.current?.closest('form');
    if (!form || !place) return;
    if (!form.id) form.id = ownId;
    for (const button of row.current?.querySelectorAll('button[type="submit"]') ?? [])
      button.setAttribute('form', form.id);
  });
  if (place === undefined) return <div className={className}>{children}</div>;
  return (
    <>
      <span ref={mark} hidden />
      {place &&
        createPortal(
          <div ref={row} className={styles.footer}>
            {children}
          </div>,
          place,
        )}
    </>
  );
}
