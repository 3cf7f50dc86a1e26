import { expect, it, vi } from 'vitest';
import { fetchOnce } from './fetch-once.ts';

it('fetches once for all calls, and again after a failure', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error('network')).mockResolvedValue('here');
  const fetched = fetchOnce(fetch);
  const both = [fetched(), fetched()];
  for (const one of both) await expect(one).rejects.toThrow('network');
  expect(fetch).toHaveBeenCalledTimes(1);
  await expect(fetched()).resolves.toBe('here');
  await expect(fetched()).resolves.toBe('here');
  expect(fetch).toHaveBeenCalledTimes(2);
});
