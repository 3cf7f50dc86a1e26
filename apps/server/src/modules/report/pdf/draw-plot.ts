/** Drawing a plot on a PDF page, with the chart library that the screens use (R35.79). */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, LegendPlainComponent, MarkLineComponent } from 'echarts/components';
import { init, use as register, setPlatformAPI } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
// Registers the fonts that the look of paper names.
import './fonts.ts';
import { isRightToLeft, type PaperPlot } from './report-content.ts';

register([
  BarChart,
  LineChart,
  ScatterChart,
  GraphicComponent,
  GridComponent,
  LegendPlainComponent,
  MarkLineComponent,
  LabelLayout,
  CanvasRenderer,
]);
// Texts are measured with the fonts of the page.
type Platform = Parameters<typeof setPlatformAPI>[0];
setPlatformAPI({ createCanvas: () => createCanvas(1, 1) } as unknown as Platform);

/**
 * Returns the context of a page for the library, which places its shapes absolutely: everything is moved to the place of
 * the plot. Nothing is cleared, because the page has texts already.
 */
function contextAt(ctx: SKRSContext2D, { x, y }: { readonly x: number; readonly y: number }): SKRSContext2D {
  const own: Partial<SKRSContext2D> = {
    clearRect: () => undefined,
    setTransform: ((a: number, b: number, c: number, d: number, e: number, f: number) =>
      ctx.setTransform(a, b, c, d, e + x, f + y)) as SKRSContext2D['setTransform'],
    fillText: (text: string, left: number, top: number) => {
      ctx.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
      ctx.fillText(text, left, top);
    },
  };
  return new Proxy(ctx, {
    get: (target, key) => {
      const value = (own[key as keyof SKRSContext2D] ?? target[key as keyof SKRSContext2D]) as unknown;
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/** Draws a plot with its upper left corner at a place. */
export function drawPlot(ctx: SKRSContext2D, plot: PaperPlot, place: { readonly x: number; readonly y: number }): void {
  const { width, height, option } = plot;
  ctx.save();
  const paper = contextAt(ctx, place);
  const canvas = { nodeName: 'CANVAS', width, height, getContext: () => paper };
  const chart = init(canvas as unknown as Parameters<typeof init>[0], null, {
    renderer: 'canvas',
    devicePixelRatio: 1,
    width,
    height,
  });
  chart.setOption(option);
  chart.getZr().flush();
  chart.dispose();
  ctx.restore();
}
