/** Time that passes only when the simulation says so. What is due is done in order of time, then of asking. */

export interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** Whose it is: what dies takes its timers along. */
  readonly owner: object | null;
}

export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void, owner?: object | null): Timer;
  cancel(timer: Timer): void;
  /** Takes away all timers of an owner. */
  forget(owner: object): void;
  /** When the next timer is due; null when none waits. */
  nextAt(): number | null;
  /** Goes to the next timer and runs it. */
  step(): void;
  /** Goes to a later time at which nothing is due before. */
  goTo(at: number): void;
}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A clock that stands at `start` (epoch ms). */
export function makeClock(start: number): Clock {
  let now = start;
  let asked = 0;
  let timers: Timer[] = [];

  /** Where a timer belongs: they stand in the order in which they are due. */
  function placeOf(timer: Timer): number {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(timers[middle] as Timer, timer)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    now: () => now,
    after(delayMs, run, owner = null) {
      asked += 1;
      const timer: Timer = { at: now + Math.max(0, Math.ceil(delayMs)), order: asked, run, owner };
      timers.splice(placeOf(timer), 0, timer);
      return timer;
    },
    cancel(timer) {
      const place = placeOf(timer);
      if (timers[place] === timer) timers.splice(place, 1);
    },
    forget(owner) {
      timers = timers.filter((timer) => timer.owner !== owner);
    },
    nextAt: () => timers[0]?.at ?? null,
    step() {
      const timer = timers.shift();
      if (!timer) return;
      now = timer.at;
      timer.run();
    },
    goTo(at) {
      now = Math.max(now, at);
    },
  };
}
