import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type IdleOptions, useIdle } from './idle.ts';
import { clear, show } from './testing.tsx';

function Watch(options: IdleOptions) {
  useIdle(options);
  return <p>watched</p>;
}

async function watch(options: IdleOptions) {
  await show(<Watch {...options} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain('watched'));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  clear();
  vi.useRealTimers();
});

it('[R12.3] reports idle once after 300 s without mouse or key, without reminders by default', async () => {
  const onIdle = vi.fn();
  const onReminder = vi.fn();
  await watch({ onIdle, onReminder });
  vi.advanceTimersByTime(299_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600_000);
  expect(onIdle).toHaveBeenCalledTimes(1);
  expect(onReminder).not.toHaveBeenCalled();
});

it('[R12.3] restarts the count with a movement or a key', async () => {
  const onIdle = vi.fn();
  await watch({ seconds: 60, onIdle });
  vi.advanceTimersByTime(50_000);
  dispatchEvent(new MouseEvent('mousemove'));
  vi.advanceTimersByTime(50_000);
  dispatchEvent(new KeyboardEvent('keydown'));
  vi.advanceTimersByTime(50_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11_000);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('[R12.3] reminds at the listed remaining seconds', async () => {
  const onReminder = vi.fn();
  await watch({ seconds: 60, reminders: [30, 10], onReminder });
  vi.advanceTimersByTime(59_000);
  expect(onReminder.mock.calls.flat()).toEqual([30, 10]);
});

it('[R35.83] reports idle in time although the clock was three days ahead at the last movement', async () => {
  const onIdle = vi.fn();
  await watch({ seconds: 60, onIdle });
  const correct = Date.now();
  vi.setSystemTime(correct + 3 * 24 * 60 * 60 * 1000);
  dispatchEvent(new MouseEvent('mousemove'));
  vi.setSystemTime(correct);
  vi.advanceTimersByTime(59_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(onIdle).toHaveBeenCalledTimes(1);
});
