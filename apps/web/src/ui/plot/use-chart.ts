import type { Chart, ChartMark } from '@atoll/domain/report/plot/chart';
import { chartOf } from '@atoll/domain/report/plot/chart-of';
import type { Plot } from '@atoll/domain/report/plot/plot';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DrawnChart } from './chart-library.ts';
import { useChartLook } from './chart-look.ts';

const firstWidth = 320;
const minWidth = 200;

const textSize = 12;

interface ChartState {
  readonly isMirrored: boolean;
  /** The index of the mark that is shown; null for none. */
  readonly chosen: number | null;
}

/** Draws a plot in an element as wide as it; the library is loaded first. Returns the element's ref, the marks, and which one is at a place. */
export function useChart(plot: Plot, { isMirrored, chosen }: ChartState) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnChart | null>(null);
  const [width, setWidth] = useState(firstWidth);
  const look = useChartLook();
  const chart = useMemo(() => chartOf(plot, { width, textSize, isMirrored, look }), [plot, width, isMirrored, look]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(Math.max(minWidth, Math.floor(element.clientWidth))));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    let made: DrawnChart | undefined;
    let isGone = false;
    import('./chart-library.ts').then(
      ({ createChart }) => {
        if (isGone || !box.current) return;
        made = createChart(box.current);
        setDrawn(made);
      },
      // Without the library's file the table below has the values.
      () => undefined,
    );
    return () => {
      isGone = true;
      made?.dispose();
      setDrawn(null);
    };
  }, []);
  useEffect(() => {
    if (!drawn) return;
    drawn.resize({ width: chart.width, height: chart.height });
    drawn.setOption(chart.option, { notMerge: true });
    box.current?.querySelector('svg')?.setAttribute('aria-hidden', 'true');
  }, [drawn, chart]);
  useEffect(() => {
    const mark = chosen === null ? undefined : chart.marks[chosen];
    if (!drawn || !mark) return;
    const target = { seriesIndex: mark.series, dataIndex: mark.index };
    drawn.dispatchAction({ type: 'highlight', ...target });
    return () => {
      if (!drawn.isDisposed()) drawn.dispatchAction({ type: 'downplay', ...target });
    };
  }, [drawn, chart, chosen]);
  const markAt = (x: number, y: number): number | null => (drawn ? nearest(drawn, chart, [x, y]) : null);
  return { box, height: chart.height, marks: chart.marks, markAt };
}

/** Returns the index of the mark that is nearest to a place in the direction of the chart; null without marks. */
function nearest(drawn: DrawnChart, { marks, nearest: way }: Chart, [x, y]: readonly [number, number]): number | null {
  const far = (mark: ChartMark): number => {
    const [markX = 0, markY = 0] = drawn.convertToPixel({ gridIndex: 0 }, [...mark.at]);
    if (way === 'x') return Math.abs(markX - x);
    return way === 'y' ? Math.abs(markY - y) : Math.hypot(markX - x, markY - y);
  };
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, mark] of marks.entries()) {
    const distance = far(mark);
    if (distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}
