import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import { category } from '@atoll/domain/resources/category';
import { request } from '../../api/api.ts';
import type { Chosen } from '../../form/form-values.ts';

/** Returns the ticket for new items of the chosen category, or of the first one; undefined while none is chosen. */
export async function ticketOfCategory(chosen: unknown): Promise<unknown> {
  const [first] = (Array.isArray(chosen) ? chosen : [chosen]) as readonly (Chosen | null | undefined)[];
  if (!first) return undefined;
  const path = endpointsOf(category).find.path.replace(':id', String(first.id));
  const { answer } = await request('GET', path, { inPlace: true, ownErrors: true });
  return (answer as { readonly defaultType?: unknown }).defaultType;
}
