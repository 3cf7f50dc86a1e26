import type { Plot } from '@atoll/domain/report/plot/plot';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import css from './plot-view.module.css';
import { useChart } from './use-chart.ts';

interface PlotViewProps {
  readonly plot: Plot;
  /** The accessible name. */
  readonly name: string;
}

/**
 * Draws a plot in the width it has. A touch, the pointer or the arrow keys show the value of a place. It is a slider over
 * the values for screen readers; the table beside it has all of them.
 */
export function PlotView({ plot, name }: PlotViewProps) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const isMirrored = i18n.dir() === 'rtl';
  const { box, height, marks, markAt } = useChart(plot, { isMirrored, chosen });
  const mark = chosen === null ? undefined : marks[chosen];
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setChosen(markAt(event.clientX - left, event.clientY - top));
  };
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, chosen, marks.length, isMirrored);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div className={css.plot}>
      <output className={css.value} aria-live="off">
        {mark ? mark.text : <span className={css.hint}>{t('plot.hint')}</span>}
      </output>
      <div
        ref={box}
        className={css.chart}
        style={{ blockSize: height }}
        role="slider"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, marks.length - 1)}
        aria-valuenow={chosen ?? 0}
        aria-valuetext={mark?.text ?? t('plot.hint')}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setChosen(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
      />
    </div>
  );
}

/** Returns the mark that a key leads to, null for none; undefined for other keys. */
function moved(key: string, from: number | null, count: number, isMirrored: boolean): number | null | undefined {
  if (count === 0) return undefined;
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward || key === 'ArrowDown') return from === null ? 0 : Math.min(count - 1, from + 1);
  if (key === back || key === 'ArrowUp') return from === null ? count - 1 : Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key === 'Escape' && from !== null ? null : undefined;
}
