/** The chart library with the parts that the app uses. Imported only when a chart is shown. */
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GraphicComponent, GridSimpleComponent, LegendPlainComponent, MarkLineComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

register([
  BarChart,
  LineChart,
  ScatterChart,
  GraphicComponent,
  // Without the lines that follow the pointer: the app shows values itself.
  GridSimpleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  LabelLayout,
  SVGRenderer,
]);

export type DrawnChart = EChartsType;

/** Creates a chart in an element, which has a size. */
export const createChart = (element: HTMLElement): DrawnChart => init(element, null, { renderer: 'svg' });
