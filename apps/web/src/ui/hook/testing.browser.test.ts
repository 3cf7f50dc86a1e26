import { expect, it, vi } from 'vitest';

it('waits for more than a second for what a busy machine does later, as tests outside of the browser do', async () => {
  const from = performance.now();
  const passed = () => performance.now() - from;
  await Promise.all([
    expect.poll(passed).toBeGreaterThan(1100),
    vi.waitFor(() => expect(passed()).toBeGreaterThan(1100)),
    vi.waitUntil(() => passed() > 1100),
  ]);
});
