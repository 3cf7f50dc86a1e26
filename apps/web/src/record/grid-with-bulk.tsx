import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { ResourceGrid, type ResourceGridProps } from '../resource/resource-grid.tsx';
import { type ResourceParts, type ResourceScreens, resourceScreens } from '../resource/resource-screens.tsx';
import { useBulkActions } from './bulk/use-bulk-actions.tsx';

/** Renders the list of an entity, with actions on the selected records (R35.53). */
export function GridWithBulk({ listActions, ...rest }: ResourceGridProps) {
  const bulk = useBulkActions(rest.definition);
  return (
    <>
      <ResourceGrid {...rest} listActions={(chosen) => [...bulk.actions(chosen), ...(listActions?.(chosen) ?? [])]} />
      {bulk.drawer}
    </>
  );
}

/** Returns the screens of an entity whose selected records can be edited, duplicated and deactivated together. */
export function screensWithBulk(definition: ResourceDefinition, parts: ResourceParts = {}): ResourceScreens {
  return {
    ...resourceScreens(definition, parts),
    list: () => <GridWithBulk definition={definition} {...parts.grid} />,
  };
}
