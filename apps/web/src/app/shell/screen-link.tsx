import type { ScreenName } from '@atoll/domain/nav/nav';
import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { firstSlotPath } from '../route/guard.ts';

interface ScreenLinkProps {
  screen: string;
  isCurrent: boolean;
  /** For a group: whether its screens are shown; absent for a single screen. */
  isExpanded?: boolean | undefined;
  className: string | undefined;
  label?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** Renders a link of the navigation. The current one has aria-current for screen readers. */
export function ScreenLink({ screen, isCurrent, isExpanded, className, label, onClick, children }: ScreenLinkProps) {
  const path = screen === 'New Bill' ? firstSlotPath() : pathTo(screen as ScreenName);
  // The router marks every link to the current path, but a group has the same path as its first child.
  const link = useLinkProps({ to: path, className, onClick });
  return (
    <a {...link} aria-label={label} aria-current={isCurrent ? 'page' : undefined} aria-expanded={isExpanded}>
      {children}
    </a>
  );
}
