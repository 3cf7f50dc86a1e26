import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a path of the app; which one is current, its surroundings say. */
export function PlainLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const link = useLinkProps({ to, className });
  return (
    <a {...link} aria-current={undefined}>
      {children}
    </a>
  );
}
