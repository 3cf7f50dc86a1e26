import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/api.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';

/** Opens the first visit while the store has no owner and nobody could sign in. */
export function useFirstVisit(): void {
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['app.info'],
    queryFn: () => call('app.info', { quiet: true }),
    staleTime: 60_000,
    retry: 2,
  });
  const isNew = data?.isNew === true;
  useEffect(() => {
    if (isNew) void navigate({ to: pathTo('First Visit'), replace: true });
  }, [isNew, navigate]);
}
