import type { AnyRouter } from '@tanstack/react-router';
import { leaveSection } from '../../resource/list-source.ts';

/**
 * Clears the shared list source when the first path segment changes, because another section has its own lists (R4.7).
 */
export function clearListsBetweenSections(router: AnyRouter): () => void {
  return router.subscribe('onBeforeLoad', ({ toLocation }) => leaveSection(toLocation.pathname));
}
