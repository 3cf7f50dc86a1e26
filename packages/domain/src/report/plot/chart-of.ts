/** Makes the chart of any plot. */
import type { Chart, ChartFrame } from './chart.ts';
import { barsChart } from './chart-bars.ts';
import { heatChart } from './chart-heat.ts';
import { planeChart } from './chart-plane.ts';
import { stackChart } from './chart-stack.ts';
import { timeChart } from './chart-time.ts';
import type { Plot } from './plot.ts';

/** Returns the chart of a plot in a frame. */
export function chartOf(plot: Plot, frame: ChartFrame): Chart {
  switch (plot.kind) {
    case 'line':
    case 'columns':
      return timeChart(plot, frame);
    case 'bars':
      return barsChart(plot, frame);
    case 'heat':
      return heatChart(plot, frame);
    case 'plane':
      return planeChart(plot, frame);
    case 'stack':
      return stackChart(plot, frame);
  }
}
