import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchMoreWords } from '../../locale/locale.ts';
import { showToast } from '../overlay/toast.ts';

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

/** Fetches each part that is fetched later. */
const fetches = new Set<() => Promise<unknown>>();

/** Fetches all parts that are fetched later, one after another; one that fails is fetched again when it is shown. */
export async function fetchLaterParts(): Promise<void> {
  for (const fetchPart of fetches) await fetchPart().catch(() => undefined);
}

/**
 * Returns a component that is fetched when it is first shown. Until then `placeholder` is shown, or nothing. When it cannot be
 * fetched, a message says so, and `onClose` is called so that the next press tries again.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P & Around) => ReactNode {
  let found: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const fetchPart = (): Promise<ComponentType<P>> => {
    loading ??= Promise.all([load(), fetchMoreWords(), fetchBefore()]).then(
      ([part]) => {
        found = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  fetches.add(fetchPart);

  return function Later(props: P & Around) {
    const { t } = useTranslation();
    const { onClose, placeholder, ...own } = props;
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => found);
    useEffect(() => {
      if (Part) return undefined;
      let isGone = false;
      fetchPart().then(
        (part) => isGone || setPart(() => part),
        () => {
          if (isGone) return;
          showToast(t('app.loadError'), 'error', { id: 'load-error' });
          onClose?.();
        },
      );
      return () => {
        isGone = true;
      };
    }, [Part, onClose, t]);
    return Part ? <Part {...(own as unknown as P)} onClose={onClose} /> : (placeholder ?? null);
  };
}
