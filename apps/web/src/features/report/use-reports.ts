import type { ReportConfig, ReportDefinition } from '@atoll/domain/report/report';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/api.ts';
import { useSession } from '../../session/session.ts';
import { useIsHere } from '../../ui/overlay/return.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { useReportChoices } from './report-store.ts';

/** Fetches the reports that the user may see. */
export function useReports() {
  const outletId = useSession((state) => state.scope?.outletId);
  return useQuery({
    queryKey: ['report.list', outletId],
    queryFn: async () => (await call('report.list', { inPlace: true })) as readonly ReportDefinition[],
    staleTime: 300_000,
  });
}

/** Fetches saved reports: the user's own and those that others share. */
export function useTemplates() {
  const outletId = useSession((state) => state.scope?.outletId);
  return useQuery({
    queryKey: ['template.list', outletId],
    queryFn: () => call('template.list', { inPlace: true }),
  });
}

/** Returns a function that runs a report, remembers its configuration and opens it. */
export function useRunReport() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const queries = useQueryClient();
  const outletId = useSession((state) => state.scope?.outletId);
  const userId = useSession((state) => state.user?.id) ?? 0;
  const remember = useReportChoices((state) => state.remember);
  return useMutation({
    mutationFn: (config: ReportConfig) => call('report.run', { body: config }),
    onSuccess: (result, config) => {
      remember(userId, config);
      queries.setQueryData(['report.view', outletId, String(result.id)], result);
      if (isHere()) void navigate({ to: pathTo('View Report', { id: result.id }) });
    },
  });
}
