/** Hashes of passwords and passcodes: argon2id, 19 MiB, two passes. */
import { hash, verify } from '@node-rs/argon2';
import { createHashQueue, type HashPurpose } from './hash-queue.ts';

/** What computes hashes; tests count its calls. */
export const argon2 = { hash, verify };

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const queue = createHashQueue(2);

/** Returns the hash of a secret, including its salt and cost. Refused: 'busy'. */
export function hashSecret(secret: string, purpose: HashPurpose = 'change'): Promise<string> {
  return queue.inTurn(purpose, () => argon2.hash(secret, cost));
}

/** The hash of a secret that nobody has, at the same cost; made beforehand, because each start of a server would wait for it. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$ydrWfIS7nfaoecMKCLG9gg$eSzK0KaemkBqTLyQlic/v8tm62KKEjtt9XY8wbKzfmY';

/**
 * Returns whether the secret matches the hash. Without a hash it takes the same time and returns false. `ask` is called when it is the turn
 * of the check, and ends it by throwing. Refused: 'busy'.
 */
export async function isSecret(
  stored: string | null | undefined,
  secret: string,
  purpose: HashPurpose,
  ask?: () => void,
): Promise<boolean> {
  const against = stored || nobody;
  const equal = await queue.inTurn(purpose, async () => {
    ask?.();
    return argon2.verify(against, secret);
  });
  return equal && Boolean(stored);
}

/**
 * Returns whether a passcode matches the hash, for a try that was counted before. `giveBack` takes the try back when the passcode was not checked.
 * Refused: 'busy'.
 */
export async function isPasscode(
  stored: string | null | undefined,
  passcode: string,
  giveBack: () => Promise<unknown>,
): Promise<boolean> {
  try {
    return await isSecret(stored, passcode, 'passcode');
  } catch (error) {
    await giveBack();
    throw error;
  }
}
