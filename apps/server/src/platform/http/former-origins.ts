/** The addresses that the app had before: they are served for a while, so that tills can send what they keep there. Source: R31.17. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceDurably } from '../disk/durable-file.ts';
import { readJson } from '../disk/read-json.ts';

/** How long a former address is served, ms. */
export const servedMs = 30 * 24 * 60 * 60_000;

const former = z.object({ origin: z.string(), until: z.int() });

/** An address that the app had; served until then (epoch ms). */
export type FormerOrigin = Readonly<z.infer<typeof former>>;

const kept = z.object({ current: z.string(), former: z.array(former) });

const hostOf = (origin: string): string => new URL(origin).hostname;

/** Returns the former address of a host name that is still served at `now`; undefined for others. */
export const servedFormer = (formers: readonly FormerOrigin[], host: string, now: number): FormerOrigin | undefined =>
  formers.find(({ origin, until }) => until > now && hostOf(origin) === host.toLowerCase());

/** Returns the next content of the file. The clock may have been wrong: no address is served for longer than its time from now. */
function next(known: z.infer<typeof kept> | undefined, current: string, now: number): z.infer<typeof kept> {
  if (!known) return { current, former: [] };
  const left = { origin: known.current, until: now + servedMs };
  const all = known.current === current ? known.former : [left, ...known.former];
  const isOther = ({ origin, until }: FormerOrigin, index: number): boolean =>
    hostOf(origin) !== hostOf(current) &&
    until > now &&
    all.findIndex((one) => hostOf(one.origin) === hostOf(origin)) === index;
  return {
    current,
    former: all.filter(isOther).map(({ origin, until }) => ({ origin, until: Math.min(until, now + servedMs) })),
  };
}

/**
 * Notes the address of the app in the data folder, and returns those that it had before and that are still served. `isChosen`: false for one that follows
 * the machine's addresses, which replaces none.
 */
export function noteOrigin(
  dataDir: string,
  { origin, isChosen }: { readonly origin: string; readonly isChosen: boolean },
  now: number,
): readonly FormerOrigin[] {
  const path = join(dataDir, 'origins.json');
  const known = kept.safeParse(readJson(path)).data;
  const found = isChosen ? next(known, origin, now) : { current: origin, former: known?.former ?? [] };
  if (JSON.stringify(found) !== JSON.stringify(known)) {
    mkdirSync(dataDir, { recursive: true });
    replaceDurably(path, JSON.stringify(found));
  }
  return isChosen ? found.former : [];
}
