/** How late timers are, because the thread that serves the tills was busy. */
import { Histogram, type Registry } from 'prom-client';

const everyMs = 100;

/**
 * Adds the delay of the event loop to a registry, by a timer that notes how late it is. Unlike the process's own figures it loses nothing
 * when a monitor reads. Returns the function that stops it.
 */
export function measureEventLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'atoll_event_loop_delay_seconds',
    help: 'How late timers are',
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers: [registry],
  });
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - due) / 1000);
    due = now + everyMs;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
