import type { AnyRouter } from '@tanstack/react-router';
import { leaveSection } from '../../resource/list-source.ts';

/** Another section of the app has lists of its own: changing the first path segment clears the shared list source (R4.7). */
export function clearListsBetweenSections(router: AnyRouter): () => void {
  return router.subscribe('onBeforeLoad', ({ toLocation }) => leaveSection(toLocation.pathname));
}
