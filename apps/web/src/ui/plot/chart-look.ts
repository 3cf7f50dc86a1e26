import type { ChartLook } from '@atoll/domain/report/plot/chart';
import { useMemo, useSyncExternalStore } from 'react';

function watchTheme(changed: () => void): () => void {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => watch.disconnect();
}

/** Returns the look as text, which is equal while the tokens are. */
function lookText(): string {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return JSON.stringify({
    ink: token('--ink'),
    faint: token('--ink-2'),
    grid: token('--line'),
    main: token('--accent'),
    soft: token('--accent-line'),
    before: token('--printed'),
    parts: [token('--accent'), token('--open'), token('--saved'), token('--late')],
    font: token('--font'),
  } satisfies ChartLook);
}

/** Returns the look of charts in the theme that is shown, made of the tokens of the style sheets. */
export function useChartLook(): ChartLook {
  const text = useSyncExternalStore(watchTheme, lookText);
  return useMemo(() => JSON.parse(text) as ChartLook, [text]);
}
