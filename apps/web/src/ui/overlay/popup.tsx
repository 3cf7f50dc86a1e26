import { Popover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

interface PopupProps {
  label: string;
  button: ReactElement;
  children: ReactNode;
}

/** Renders a button that opens a small panel: filters, a choice of columns. Escape and a tap outside close it. */
export function Popup({ label, button, children }: PopupProps) {
  return (
    <Popover position="bottom-end" offset={6} width={300} withinPortal trapFocus returnFocus shadow="none">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={styles.popup} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
