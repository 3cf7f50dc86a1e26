/** Which web apps may print here: those named in the configuration, and those that somebody on this till paired with a code. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PrintProblem } from './problem.ts';
import { replaceFile } from './spool/journal.ts';

const codeMs = 2 * 60_000;
const wrongTries = 5;
const asksPerMinute = 3;
/** So many wrong codes in a day end pairing until the next one: a page that is left open could try for weeks. */
const wrongPerDay = 20;
const dayMs = 86_400_000;

export interface Pairing {
  isAllowed(origin: string): boolean;
  isToken(token: string): boolean;
  /** Creates a code for that origin. It is shown only on this till. */
  ask(origin: string): { expiresAt: string };
  /** Pairs the origin when the code is right; returns its token. */
  confirm(origin: string, code: string): Promise<{ token: string }>;
  /** Returns the pairing that waits for its code, for the print server's own page. */
  open(): { origin: string; code: string; expiresAt: string } | null;
}

interface Code {
  readonly origin: string;
  readonly code: string;
  readonly expiresAt: number;
  wrong: number;
}

const file = z.object({ paired: z.array(z.object({ origin: z.string(), tokenHash: z.string(), at: z.string() })) });

/** Opens the pairings of a folder, in addition to the origins that the configuration names. */
export async function openPairing(
  folder: string,
  origins: readonly string[],
  clock: () => number,
  log: (text: string) => void,
): Promise<Pairing> {
  const path = join(folder, 'pairing.json');
  let { paired } = await read(path);
  const named = new Set(origins);
  let code: Code | null = null;
  let asks: number[] = [];
  let wrongs: number[] = [];

  // A code that is valid for longer than two minutes was made while the clock was ahead; it does not count.
  const isRunning = ({ expiresAt }: Code) => expiresAt > clock() && expiresAt <= clock() + codeMs;
  const current = () => (code && isRunning(code) && code.wrong < wrongTries ? code : null);

  return {
    isAllowed: (origin) => named.has(origin) || paired.some((one) => one.origin === origin),
    isToken: (token) => {
      const hash = hashOf(token);
      return paired.some((one) => timingSafeEqual(Buffer.from(one.tokenHash, 'hex'), hash));
    },
    ask(origin) {
      wrongs = wrongs.filter((at) => Math.abs(clock() - at) < dayMs);
      if (wrongs.length >= wrongPerDay)
        throw new PrintProblem('too_many', 'Too many wrong codes. Start the print server again, or wait a day');
      asks = asks.filter((at) => Math.abs(clock() - at) < 60_000);
      if (asks.length >= asksPerMinute)
        throw new PrintProblem('too_many', 'Too many attempts. Wait a minute and try again');
      asks.push(clock());
      code = { origin, code: String(randomInt(1_000_000)).padStart(6, '0'), expiresAt: clock() + codeMs, wrong: 0 };
      log(`pairing code for ${origin}: ${code.code}`);
      return { expiresAt: new Date(code.expiresAt).toISOString() };
    },
    async confirm(origin, given) {
      const open = current();
      if (!open || open.origin !== origin) throw new PrintProblem('code_wrong', 'Ask for a new code first');
      if (!timingSafeEqual(hashOf(open.code), hashOf(given))) {
        open.wrong += 1;
        wrongs.push(clock());
        throw new PrintProblem('code_wrong', 'Wrong code. Type the code from the print server page');
      }
      code = null;
      const token = randomBytes(32).toString('base64url');
      const entry = { origin, tokenHash: hashOf(token).toString('hex'), at: new Date(clock()).toISOString() };
      const next = [...paired.filter((one) => one.origin !== origin), entry];
      await replaceFile(path, `${JSON.stringify({ paired: next }, null, 2)}\n`);
      paired = next;
      return { token };
    },
    open() {
      const open = current();
      return open && { origin: open.origin, code: open.code, expiresAt: new Date(open.expiresAt).toISOString() };
    },
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function read(path: string): Promise<z.output<typeof file>> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{"paired":[]}';
    throw cause;
  });
  return z.parse(file, JSON.parse(text));
}
