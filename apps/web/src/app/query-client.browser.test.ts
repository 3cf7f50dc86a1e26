/** Tests of what the cache of reads does when the server returns. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { reportServer } from '../api/server-reachable.ts';
import { makeQueryClient } from './query-client.ts';

it('[R35.3] reads the customers on the screen again as soon as the server returns, before their answer is old', async () => {
  reportServer(true);
  const queries = makeQueryClient();
  const read = vi.fn(async () => ['Nadia']);
  const stop = new QueryObserver(queries, { queryKey: ['customers', 1, ''], queryFn: read }).subscribe(() => undefined);
  await vi.waitUntil(() => queries.getQueryData(['customers', 1, '']) !== undefined);
  reportServer(false);
  read.mockResolvedValue(['Nadia', 'Yoosuf']);
  const back = performance.now();
  reportServer(true);
  await vi.waitFor(() => expect(queries.getQueryData(['customers', 1, ''])).toEqual(['Nadia', 'Yoosuf']));
  expect(performance.now() - back).toBeLessThan(5000);
  expect(read).toHaveBeenCalledTimes(2);
  stop();
  queries.unmount();
  queries.clear();
});
