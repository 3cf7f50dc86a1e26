import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import { isAllowed } from '@atoll/domain/contract/platform/endpoint';
import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError, request } from '../api/api.ts';
import { useSession } from '../session/session.ts';
import { useListSource } from './list-source.ts';

/**
 * Fetches a record by its id; until the server responds, returns the row of the list. `isMissing`: it does not exist,
 * or belongs to another outlet.
 */
export function useRecord(definition: ResourceDefinition, id: string) {
  const outletId = useSession((state) => state.scope?.outletId);
  const listed = useListSource((state) =>
    state.path === definition.path ? state.rows.find((row) => String(row.id) === id) : undefined,
  );
  const { find } = endpointsOf(definition);
  const found = useQuery({
    queryKey: [find.key, outletId, id],
    retry: false,
    queryFn: async () => {
      const path = find.path.replace(':id', encodeURIComponent(id));
      return (await request('GET', path, { inPlace: true })).answer as ResourceRecord;
    },
  });
  return {
    record: found.data ?? (found.isPending ? (listed as ResourceRecord | undefined) : undefined),
    isFresh: found.data !== undefined,
    isMissing: found.error instanceof CallError && [400, 404].includes(found.error.status),
    error: found.error,
    retry: () => void found.refetch(),
  };
}

/** Returns a function that refetches lists and records of an entity after a write. */
export function useRefresh(definition: ResourceDefinition): () => void {
  const queries = useQueryClient();
  return () => {
    const { list, find } = endpointsOf(definition);
    void queries.invalidateQueries({ queryKey: [list.key] });
    void queries.invalidateQueries({ queryKey: [find.key] });
  };
}

/** Returns whether the user may create, change and delete records of an entity. */
export function useCanWrite({ screen, action }: ResourceDefinition): boolean {
  return useSession(({ user }) => {
    const permissions: readonly string[] = user?.permissions ?? [];
    return permissions.includes(screen) && (!action || permissions.includes(action));
  });
}

/** Returns whether the user may make a call, by the permissions that the contract asks for. */
export const useCanCall = (key: ContractKey): boolean =>
  useSession(({ user }) => isAllowed(contract[key].access, new Set(user?.permissions)));

/** Returns whether the user has an action permission. */
export const useHasPermission = (permission: string): boolean =>
  useSession(({ user }) => user?.permissions.includes(permission) ?? false);
