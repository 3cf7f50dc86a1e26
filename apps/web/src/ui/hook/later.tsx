import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchOnce } from '../../locale/fetch-once.ts';
import { fetchMoreWords, t } from '../../locale/locale.ts';
import { showToast } from '../overlay/toast.ts';
import { arePartsHeld, declarePart } from './later-parts.ts';
import { withStyle } from './lost-styles.ts';

interface Around {
  /** Shown until the part was fetched. */
  readonly placeholder?: ReactNode;
  readonly onClose?: (() => void) | undefined;
}

let fetchBefore: () => Promise<void> = () => Promise.resolve();

/** Sets what every part needs besides the words. */
export function bindBeforeParts(fetch: () => Promise<void>): void {
  fetchBefore = fetch;
}

/**
 * Returns a component that is fetched when it is first shown. Until then `placeholder` is shown, or nothing. When it cannot be
 * fetched, a message says so, and `onClose` is called so that the next press tries again; one that stays open is shown when
 * the part was fetched after all. `waits`: a part of the first screen that nobody has asked for, such as the bars above a bill; it comes with the other
 * parts after that screen.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waits = false } = {},
): (props: P & Around) => ReactNode {
  let found: ComponentType<P> | undefined;
  const waiting = new Set<(part: ComponentType<P>) => void>();
  const fetchPart = fetchOnce(async () => {
    const [part] = await Promise.all([withStyle(load, load), fetchMoreWords(), fetchBefore()]);
    found = part;
    for (const show of waiting) show(part);
    return part;
  });
  declarePart(fetchPart);

  return function Later(props: P & Around) {
    const { onClose, placeholder, ...own } = props;
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => found);
    useEffect(() => {
      if (Part) return undefined;
      let isGone = false;
      const show = (part: ComponentType<P>): void => setPart(() => part);
      waiting.add(show);
      if (!waits || !arePartsHeld())
        fetchPart().then(show, () => {
          if (isGone) return;
          showToast(t('app.loadError'), 'error', { id: 'load-error' });
          onClose?.();
        });
      return () => {
        isGone = true;
        waiting.delete(show);
      };
    }, [Part, onClose]);
    return Part ? <Part {...(own as unknown as P)} onClose={onClose} /> : (placeholder ?? null);
  };
}
