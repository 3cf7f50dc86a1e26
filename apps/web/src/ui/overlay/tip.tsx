import { cloneElement, type FocusEvent, type MouseEvent, type ReactElement, useEffect, useState } from 'react';
import { later } from '../hook/later.tsx';

const openDelayMs = 350;

const TipText = later(async () => (await import('./tip-text.tsx')).TipText);

interface Watched {
  readonly onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
  readonly onMouseLeave?: () => void;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur?: () => void;
}

/**
 * Shows the name of an icon-only target on mouse hover and keyboard focus; touch and screen readers use its label. The
 * text is fetched with the first one that is shown.
 */
export function Tip({ label, children }: { label: string; children: ReactElement<Watched> }) {
  const [over, setOver] = useState<HTMLElement>();
  const [focused, setFocused] = useState<HTMLElement>();
  const [rested, setRested] = useState<HTMLElement>();
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => setRested(over), openDelayMs);
    return () => {
      clearTimeout(timer);
      setRested(undefined);
    };
  }, [over]);
  const target = focused ?? rested;
  return (
    <>
      {cloneElement(children, {
        onMouseEnter: ({ currentTarget }) => setOver(currentTarget),
        onMouseLeave: () => setOver(undefined),
        onFocus: ({ currentTarget, target: inside }) => inside.matches(':focus-visible') && setFocused(currentTarget),
        onBlur: () => setFocused(undefined),
      })}
      {target && <TipText label={label} target={target} />}
    </>
  );
}
