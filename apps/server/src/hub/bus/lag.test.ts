import { expect, it } from 'vitest';
import { BusLag } from './lag.ts';

it('[R34.20] shows a growing lag while a message does not come back, and the last one when all are back', () => {
  let now = 1000;
  const lag = new BusLag(() => now);
  const first = lag.sent();
  now += 20;
  const second = lag.sent();
  now += 30;
  expect(lag.ms).toBe(50);
  lag.returned(first);
  now += 100;
  expect(lag.ms).toBe(130);
  lag.returned(second);
  now += 1000;
  expect(lag.ms).toBe(130);
  lag.returned(lag.sent());
  expect(lag.ms).toBe(0);
});

it('[R34.20] forgets messages that were lost with the connection', () => {
  let now = 0;
  const lag = new BusLag(() => now);
  lag.sent();
  now += 9000;
  expect(lag.ms).toBe(9000);
  lag.reset();
  expect(lag.ms).toBe(0);
});
