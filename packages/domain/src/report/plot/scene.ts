/** A plot as shapes with sizes and places, which a screen draws as SVG and a PDF on its page. Source: R35.79. */

/** Colours by meaning. `series0` to `series3` are the parts of stacked bars. */
export type Tone =
  | 'main'
  | 'soft'
  | 'before'
  | 'grid'
  | 'ink'
  | 'faint'
  | 'heat'
  | 'series0'
  | 'series1'
  | 'series2'
  | 'series3';

export type Align = 'start' | 'middle' | 'end';

export type Shape =
  | {
      readonly shape: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly tone: Tone;
      /** How strong the colour is, from 0 to 1; 1 when absent. */
      readonly level?: number;
    }
  | {
      readonly shape: 'path';
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly tone: Tone;
      readonly isDashed?: true;
    }
  | { readonly shape: 'dot'; readonly x: number; readonly y: number; readonly radius: number; readonly tone: Tone }
  | {
      readonly shape: 'text';
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly text: string;
      readonly align: Align;
      readonly tone: 'ink' | 'faint';
    };

/** An area that says its value when it is touched or reached by keyboard. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly marks: readonly Mark[];
}

/** The size of a scene; `textSize` is that of its labels. */
export interface Frame {
  readonly width: number;
  readonly textSize: number;
}

/** Returns the width of a text by the number of its characters: a plot needs no exact one. */
export const textWidth = (text: string, { textSize }: Frame): number => text.length * textSize * 0.56;

/** Returns a text that fits a width; a longer one ends with '…'. */
export function fitted(text: string, width: number, frame: Frame): string {
  const most = Math.max(1, Math.floor(width / (frame.textSize * 0.56)));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

const opposite: Readonly<Record<Align, Align>> = { start: 'end', middle: 'middle', end: 'start' };

function mirrorShape(shape: Shape, width: number): Shape {
  switch (shape.shape) {
    case 'rect':
      return { ...shape, x: width - shape.x - shape.width };
    case 'path':
      return { ...shape, points: shape.points.map(([x, y]) => [width - x, y] as const) };
    case 'dot':
      return { ...shape, x: width - shape.x };
    case 'text':
      return { ...shape, x: width - shape.x, align: opposite[shape.align] };
  }
}

/** Returns a scene for readers from right to left. */
export function mirrored(scene: Scene): Scene {
  return {
    ...scene,
    shapes: scene.shapes.map((shape) => mirrorShape(shape, scene.width)),
    marks: scene.marks.map((mark) => ({ ...mark, x: scene.width - mark.x - mark.width })),
  };
}
