/**
 * Hashes of passwords and passcodes: argon2id, 19 MiB, two passes. At most two run at once, so that many simultaneous logins neither delay
 * payments nor exhaust the memory of a small machine.
 */
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Returns the hash of a secret, including its salt and cost. */
export function hashSecret(secret: string): Promise<string> {
  return inTurn(() => hash(secret, cost));
}

const nobody = hash('nobody has this secret', cost);

/** Returns whether the secret matches the hash. Without a hash it takes the same time and returns false. */
export async function isSecret(stored: string | null | undefined, secret: string): Promise<boolean> {
  const against = stored || (await nobody);
  const equal = await inTurn(() => verify(against, secret));
  return equal && Boolean(stored);
}
