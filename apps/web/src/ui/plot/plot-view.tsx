import type { Plot } from '@atoll/domain/report/plot/plot';
import { type Mark, mirrored, type Scene, type Shape } from '@atoll/domain/report/plot/scene';
import { sceneOf } from '@atoll/domain/report/plot/scene-of';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './plot-view.module.css';

interface PlotViewProps {
  readonly plot: Plot;
  /** The accessible name. */
  readonly name: string;
}

const textSize = 12;
const firstWidth = 320;

/**
 * Draws a plot in the width it has. A touch, the pointer or the arrow keys show the value of a place. It is a slider over
 * the values for screen readers; the table beside it has all of them.
 */
export function PlotView({ plot, name }: PlotViewProps) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(firstWidth);
  const [chosen, setChosen] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(element.clientWidth))));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const isMirrored = i18n.dir() === 'rtl';
  const scene = useMemo(() => {
    const made = sceneOf(plot, { width, textSize });
    return isMirrored ? mirrored(made) : made;
  }, [plot, width, isMirrored]);
  const mark = chosen === null ? undefined : scene.marks[chosen];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setChosen(nearest(scene.marks, event.clientX - left, event.clientY - top));
  };
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, chosen, scene.marks.length, isMirrored);
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
        role="slider"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, scene.marks.length - 1)}
        aria-valuenow={chosen ?? 0}
        aria-valuetext={mark?.text ?? t('plot.hint')}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setChosen(null)}
      >
        <svg
          aria-hidden="true"
          className={css.svg}
          width={scene.width}
          height={scene.height}
          viewBox={`0 0 ${scene.width} ${scene.height}`}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
        >
          <Shapes scene={scene} />
          {mark && <rect className={css.chosen} x={mark.x} y={mark.y} width={mark.width} height={mark.height} rx={4} />}
        </svg>
      </div>
    </div>
  );
}

/** Returns the index of the mark whose middle is nearest among those at a place, or of all when none is there. */
function nearest(marks: readonly Mark[], x: number, y: number): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, mark] of marks.entries()) {
    const outsideX = Math.max(mark.x - x, 0, x - mark.x - mark.width);
    const outsideY = Math.max(mark.y - y, 0, y - mark.y - mark.height);
    const middle = Math.hypot(mark.x + mark.width / 2 - x, mark.y + mark.height / 2 - y);
    const far = (outsideX + outsideY) * 1000 + middle;
    if (far >= least) continue;
    least = far;
    best = index;
  }
  return best;
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

/** Draws the shapes of a scene. */
function Shapes({ scene }: { scene: Scene }) {
  return scene.shapes.map((shape, index) => <One key={index} shape={shape} />);
}

function One({ shape }: { shape: Shape }) {
  switch (shape.shape) {
    case 'rect':
      return (
        <rect
          className={css.fill}
          data-tone={shape.tone}
          x={shape.x}
          y={shape.y}
          width={Math.max(0, shape.width)}
          height={Math.max(0, shape.height)}
          rx={2}
          fillOpacity={shape.level}
        />
      );
    case 'path':
      return (
        <polyline
          className={css.stroke}
          data-tone={shape.tone}
          data-dashed={shape.isDashed}
          points={shape.points.map((point) => point.join(',')).join(' ')}
        />
      );
    case 'dot':
      return <circle className={css.fill} data-tone={shape.tone} cx={shape.x} cy={shape.y} r={shape.radius} />;
    case 'text':
      return (
        <text className={css.text} data-tone={shape.tone} x={shape.x} y={shape.y} textAnchor={shape.align}>
          {shape.text}
        </text>
      );
  }
}
