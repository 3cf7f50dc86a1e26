/** Simulated time: it passes only when the simulation advances it. Timers run in order of their time, then of their creation. */

export interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** The owner of the timer; its timers are removed when it dies. */
  readonly owner: object | null;
}

export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void, owner?: object | null): Timer;
  cancel(timer: Timer): void;
  /** Removes all timers of an owner. */
  forget(owner: object): void;
  /** Returns when the next timer is due; null when there is none. */
  nextAt(): number | null;
  /** Advances to the next timer and runs it. */
  step(): void;
  /** Advances to a later time before which no timer is due. */
  goTo(at: number): void;
}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Creates a clock at `start` (epoch ms). */
export function makeClock(start: number): Clock {
  let now = start;
  let asked = 0;
  let timers: Timer[] = [];

  /** Returns the index of a timer in the list, which is sorted by due time. */
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
