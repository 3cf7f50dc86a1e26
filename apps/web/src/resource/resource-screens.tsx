import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { ReactNode } from 'react';
import { ResourceCard, type ResourceCardProps } from './resource-card.tsx';
import { ResourceDelete, type ResourceDeleteProps } from './resource-delete.tsx';
import { CreateForm, EditForm, type ResourceFormProps } from './resource-form.tsx';
import { ResourceGrid, type ResourceGridProps } from './resource-grid.tsx';

type Without<Props> = Omit<Props, 'definition'>;

export interface ResourceParts {
  readonly grid?: Without<ResourceGridProps>;
  readonly card?: Without<ResourceCardProps>;
  readonly form?: Without<ResourceFormProps>;
  readonly delete?: Without<ResourceDeleteProps>;
}

export interface ResourceScreens {
  readonly list: () => ReactNode;
  readonly View: () => ReactNode;
  readonly Create: () => ReactNode;
  readonly Edit: () => ReactNode;
  readonly Delete: () => ReactNode;
}

/**
 * Returns the five screens of an entity, built from its definition. A feature passes its own parts, or uses
 * `ResourceGrid`, `ResourceCard`, `CreateForm`, `EditForm` and `ResourceDelete` directly. A part that needs hooks must
 * be a component.
 */
export function resourceScreens(definition: ResourceDefinition, parts: ResourceParts = {}): ResourceScreens {
  return {
    list: () => <ResourceGrid definition={definition} {...parts.grid} />,
    View: () => <ResourceCard definition={definition} {...parts.card} />,
    Create: () => <CreateForm definition={definition} {...parts.form} />,
    Edit: () => <EditForm definition={definition} {...parts.form} />,
    Delete: () => <ResourceDelete definition={definition} {...parts.delete} />,
  };
}
