import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { ReactNode } from 'react';
import { ResourceCard, type ResourceCardProps } from './resource-card.tsx';
import { ResourceDelete } from './resource-delete.tsx';
import { CreateForm, EditForm, type ResourceFormProps } from './resource-form.tsx';
import { ResourceGrid, type ResourceGridProps } from './resource-grid.tsx';

type Without<Props> = Omit<Props, 'definition'>;

export interface ResourceParts {
  readonly grid?: Without<ResourceGridProps>;
  readonly card?: Without<ResourceCardProps>;
  readonly form?: Without<ResourceFormProps>;
}

export interface ResourceScreens {
  readonly list: () => ReactNode;
  readonly View: () => ReactNode;
  readonly Create: () => ReactNode;
  readonly Edit: () => ReactNode;
  readonly Delete: () => ReactNode;
}

/**
 * The five screens of an entity out of its definition. A feature hands in the parts that it has of its own, or takes
 * `ResourceGrid`, `ResourceCard`, `CreateForm`, `EditForm` and `ResourceDelete` by themselves. A part that needs hooks is a component in it.
 */
export function resourceScreens(definition: ResourceDefinition, parts: ResourceParts = {}): ResourceScreens {
  return {
    list: () => <ResourceGrid definition={definition} {...parts.grid} />,
    View: () => <ResourceCard definition={definition} {...parts.card} />,
    Create: () => <CreateForm definition={definition} {...parts.form} />,
    Edit: () => <EditForm definition={definition} {...parts.form} />,
    Delete: () => <ResourceDelete definition={definition} />,
  };
}
