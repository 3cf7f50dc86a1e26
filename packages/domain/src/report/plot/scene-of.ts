/** Makes the scene of any plot. */
import type { Plot } from './plot.ts';
import type { Frame, Scene } from './scene.ts';
import { barsScene } from './scene-bars.ts';
import { heatScene } from './scene-heat.ts';
import { planeScene } from './scene-plane.ts';
import { stackScene } from './scene-stack.ts';
import { timeScene } from './scene-time.ts';

/** Returns the shapes of a plot in a frame. */
export function sceneOf(plot: Plot, frame: Frame): Scene {
  switch (plot.kind) {
    case 'line':
    case 'columns':
      return timeScene(plot, frame);
    case 'bars':
      return barsScene(plot, frame);
    case 'heat':
      return heatScene(plot, frame);
    case 'plane':
      return planeScene(plot, frame);
    case 'stack':
      return stackScene(plot, frame);
  }
}
