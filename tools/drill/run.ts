/** Plays drills one after another; each has an environment of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrillEntry } from './drills.ts';
import { type Environment, openEnvironment } from './environment.ts';
import type { NotPlayed, Outcome } from './row.ts';

export interface DrillRun {
  play(drill: DrillEntry): Promise<Outcome>;
  /** Ends what runs now, and removes the folders of the run. */
  end(): Promise<void>;
}

/** A drill that hangs is given up. */
const maxDrillMs = 300_000;

const notPlayed = (name: string, why: string, isMissing: boolean): NotPlayed => ({ name, why, isMissing });

/** `isMissing` returns whether a program is missing; `isShort` plays fewer and shorter faults. */
export function openRun({
  isMissing,
  isShort = false,
}: {
  isMissing: (part: string) => boolean;
  isShort?: boolean;
}): DrillRun {
  const keepIn = mkdtempSync(join(tmpdir(), 'atoll-drills-'));
  let current: Environment | undefined;
  return {
    async play({ name, parts, whyNot, play }) {
      const missing = parts.filter(isMissing);
      if (missing.length > 0) return notPlayed(name, `${missing.join(', ')} missing`, true);
      const why = whyNot?.();
      if (why !== undefined) return notPlayed(name, why, true);
      const environment = openEnvironment();
      current = environment;
      let timer: NodeJS.Timeout | undefined;
      try {
        const tooLong = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`not over within ${maxDrillMs / 1000} s`)), maxDrillMs);
        });
        return await Promise.race([play({ name, environment, keepIn, isShort }), tooLong]);
      } catch (error) {
        return notPlayed(name, error instanceof Error ? error.message : String(error), false);
      } finally {
        clearTimeout(timer);
        await environment.end();
      }
    },
    async end() {
      await current?.end();
      rmSync(keepIn, { recursive: true, force: true });
    },
  };
}
