import { useEffect, useState } from 'react';

interface Panel {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  /** The `key` of the panel: the library's panels miss that they were closed while the screen was hidden. */
  readonly visit: number;
}

/**
 * Returns whether a menu or panel is open, and what opens it. One that opens at once does so after its button is there, to which the focus returns.
 * It is closed while the screen is locked, and not open again when the screen is shown again.
 */
export function usePanel(opensAtOnce: boolean): Panel {
  const [opened, setOpened] = useState(false);
  const [isDue, setDue] = useState(opensAtOnce);
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    if (!isDue) return undefined;
    const frame = requestAnimationFrame(() => {
      setDue(false);
      setOpened(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDue]);
  useEffect(
    () => () => {
      setOpened(false);
      setVisit((before) => before + 1);
    },
    [],
  );
  return { opened, setOpened, visit };
}
