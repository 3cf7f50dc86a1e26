/** Drawing a plot on a PDF page. */
import type { Scene, Shape, Tone } from '@atoll/domain/report/plot/scene';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { fontOf } from './fonts.ts';
import { plotTextSize } from './layout.ts';
import { isRightToLeft } from './report-content.ts';

/** The colours of paper, which has no dark theme. */
const colors: Readonly<Record<Tone, string>> = {
  main: '#0b6e78',
  soft: '#9fd0d2',
  before: '#6a3fb5',
  grid: '#e3dfd7',
  ink: '#1c1a17',
  faint: '#6b665e',
  heat: '#0b6e78',
  series0: '#0b6e78',
  series1: '#1c5cab',
  series2: '#b98312',
  series3: '#b3261e',
};
const anchors = { start: 'left', middle: 'center', end: 'right' } as const;

/** Draws a plot with its upper left corner at a place. */
export function drawPlot(ctx: SKRSContext2D, scene: Scene, place: { readonly x: number; readonly y: number }): void {
  ctx.save();
  ctx.translate(place.x, place.y);
  for (const shape of scene.shapes) drawShape(ctx, shape);
  ctx.restore();
}

function drawShape(ctx: SKRSContext2D, shape: Shape): void {
  const color = colors[shape.tone];
  ctx.fillStyle = color;
  switch (shape.shape) {
    case 'rect':
      ctx.globalAlpha = shape.level ?? 1;
      ctx.fillRect(shape.x, shape.y, Math.max(0, shape.width), Math.max(0, shape.height));
      ctx.globalAlpha = 1;
      return;
    case 'path':
      ctx.strokeStyle = color;
      ctx.lineWidth = shape.tone === 'main' ? 1.6 : shape.tone === 'before' ? 1.2 : 0.6;
      ctx.setLineDash(shape.isDashed ? [4, 3] : []);
      ctx.beginPath();
      for (const [x, y] of shape.points) ctx.lineTo(x, y);
      ctx.stroke();
      ctx.setLineDash([]);
      return;
    case 'dot':
      ctx.beginPath();
      ctx.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      ctx.fill();
      return;
    case 'text':
      ctx.font = fontOf(plotTextSize);
      ctx.direction = isRightToLeft(shape.text) ? 'rtl' : 'ltr';
      ctx.textAlign = anchors[shape.align];
      ctx.fillText(shape.text, shape.x, shape.y);
  }
}
