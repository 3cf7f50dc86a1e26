/** When Care tells people outside of the screen. Source: R31.43, docs/rules.md#care. */
import type { CareItem, CareName } from './care.ts';

const minuteMs = 60_000;

/** How long a thing is Good before the message that it is. */
export const goodMs = 2 * minuteMs;

/**
 * Returns which message is due about a thing: 'bad' after it was Bad for so many minutes, 'good' after it was Good for two. `isTold`: the message
 * that it is Bad was sent, and none since. `since`: since when it has its level, epoch ms.
 */
export function alertOf(
  { level, since }: { readonly level: CareItem['level']; readonly since: number },
  isTold: boolean,
  now: number,
  minutes: number,
): 'none' | 'bad' | 'good' {
  const lastsMs = now - since;
  if (level === 'Bad') return !isTold && lastsMs >= minutes * minuteMs ? 'bad' : 'none';
  return isTold && level !== 'Watch' && lastsMs >= goodMs ? 'good' : 'none';
}

/** Things of the tills: they do not stop the heartbeat of the server. */
const ofTills: ReadonlySet<CareName> = new Set(['tills', 'tillClocks', 'printers', 'version']);

/** Returns whether nothing of the server is Bad. */
export const isServerWell = (items: readonly Pick<CareItem, 'item' | 'level'>[]): boolean =>
  !items.some(({ item, level }) => level === 'Bad' && !ofTills.has(item));
