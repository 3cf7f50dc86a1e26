import { FocusTrap, Popover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { KitProvider } from './kit-provider.tsx';
import styles from './popup.module.css';

interface PopupProps {
  label: string;
  button: ReactElement;
  children: ReactNode;
}

const maxHeight = 620;
/** As much of a panel as is useful when a keyboard leaves less than that. */
const minHeight = 140;

/** Renders a button that opens a small panel: filters, a choice of columns. Escape and a tap outside close it. It fits into what an on-screen keyboard leaves (R35.21). */
export function Popup({ label, button, children }: PopupProps) {
  return (
    <KitProvider>
      <Popover
        position="bottom-end"
        offset={6}
        width={300}
        withinPortal
        trapFocus
        returnFocus
        shadow="none"
        middlewares={{
          flip: true,
          shift: true,
          size: {
            padding: 8,
            apply: ({ availableHeight, elements }) => {
              elements.floating.style.maxBlockSize = `${Math.min(maxHeight, Math.max(minHeight, availableHeight))}px`;
            },
          },
        }}
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown className={styles.popup} aria-label={label}>
          {/* The first field would open its options, which lie over the others. */}
          <FocusTrap.InitialFocus />
          {children}
        </Popover.Dropdown>
      </Popover>
    </KitProvider>
  );
}
