import { useEffect, useEffectEvent } from 'react';

export interface IdleOptions {
  /** Seconds without mouse or key until `onIdle`. */
  seconds?: number;
  /** Remaining seconds at which `onReminder` is called. */
  reminders?: readonly number[];
  /** Delay before the count starts. */
  waitSeconds?: number;
  /** Events that restart the count. */
  events?: readonly string[];
  onIdle?: () => void;
  onReminder?: (remainingSeconds: number) => void;
  /** Called at the first activity after a reminder. */
  onReset?: () => void;
}

const defaultEvents = ['mousemove', 'keypress', 'keydown', 'pointerdown'] as const;

/** Calls `onIdle` once after a time without movement or key (R12.3); the default handlers do nothing visible. */
export function useIdle(options: IdleOptions): void {
  const { seconds = 300, reminders = [], waitSeconds = 0, events = defaultEvents } = options;
  const onIdle = useEffectEvent(() => options.onIdle?.());
  const onReminder = useEffectEvent((remaining: number) => options.onReminder?.(remaining));
  const onReset = useEffectEvent(() => options.onReset?.());
  const remindersKey = reminders.join();
  const eventsKey = events.join();

  useEffect(() => {
    // Last activity on both clocks: a changed device clock cannot delay the end, nor can a clock that stops while the device sleeps.
    let lastShown = Date.now() + waitSeconds * 1000;
    let lastSteady = performance.now() + waitSeconds * 1000;
    let reminded = Number.POSITIVE_INFINITY;
    let isIdle = false;
    const wanted = remindersKey ? remindersKey.split(',').map(Number) : [];
    const names = eventsKey.split(',');

    // Checked every second by the clock: a device that slept is idle as soon as it wakes.
    const timer = setInterval(() => {
      const idleForMs = Math.max(Date.now() - lastShown, performance.now() - lastSteady);
      const remaining = Math.ceil((seconds * 1000 - idleForMs) / 1000);
      if (isIdle) return;
      if (remaining <= 0) {
        isIdle = true;
        onIdle();
        return;
      }
      const due = wanted.filter((at) => at >= remaining && at < reminded);
      if (due.length > 0) {
        reminded = Math.min(...due);
        onReminder(remaining);
      }
    }, 1000);

    const renew = () => {
      // A movement during the delay does not start the count.
      if (performance.now() >= lastSteady) {
        lastShown = Date.now();
        lastSteady = performance.now();
      }
      if (Number.isFinite(reminded)) onReset();
      reminded = Number.POSITIVE_INFINITY;
      isIdle = false;
    };
    for (const name of names) addEventListener(name, renew, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const name of names) removeEventListener(name, renew, { capture: true });
    };
  }, [seconds, waitSeconds, remindersKey, eventsKey]);
}
