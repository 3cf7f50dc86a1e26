import { type ReactNode, useEffect, useState } from 'react';
import { later } from '../hook/later.tsx';

/** Delay of a modal route (R20.5), so that passing through it does not flash. */
export const openDelayMs = 100;

export interface OverlayProps {
  title: string;
  /** Called by 'Close', Escape and a tap on the backdrop. */
  onClose: () => void;
  /** false: neither Escape nor a tap outside closes it, and there is no 'Close'. */
  closable?: boolean | undefined;
  /** Whether the browser's Back closes it; as `closable` unless given. */
  closesOnBack?: boolean | undefined;
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

// The component kit is fetched with the first of them: no screen needs it to be shown.
const CentredOverlay = later<OverlayProps>(async () => (await import('./overlay-kit.tsx')).CentredOverlay);
const SideOverlay = later<OverlayProps>(async () => (await import('./overlay-kit.tsx')).SideOverlay);

/** Renders a dialog in the middle; on a phone a sheet from below. */
export function Modal(props: OverlayProps) {
  const { opened, isWanted } = useOpened(props);
  return isWanted && <CentredOverlay {...props} opened={opened} />;
}

/** Renders a panel from the inline end over the screen; on a phone it fills the screen. */
export function Drawer(props: OverlayProps) {
  const { opened, isWanted } = useOpened(props);
  return isWanted && <SideOverlay {...props} opened={opened} />;
}

/** Returns whether an overlay is open, and whether it ever was: until then it is not rendered. */
function useOpened({ opened = true, delayMs = 0 }: OverlayProps): { opened: boolean; isWanted: boolean } {
  const hasPassed = useDelayed(delayMs);
  const [isWanted, setWanted] = useState(opened);
  if (opened && !isWanted) setWanted(true);
  return { opened: opened && hasPassed, isWanted };
}

function useDelayed(delayMs: number): boolean {
  const [passed, setPassed] = useState(delayMs === 0);
  useEffect(() => {
    if (delayMs === 0) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}
