import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Renders a link to a path of the app. The surrounding element marks which one is current. */
export function PlainLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const link = useLinkProps({ to, className });
  return (
    <a {...link} aria-current={undefined}>
      {children}
    </a>
  );
}
