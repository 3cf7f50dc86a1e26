import { expect, it } from 'vitest';
import { hashSecret, isSecret } from './password.ts';

it('[R36.32] hashes secrets by argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
  const [one, other] = [await hashSecret('4826'), await hashSecret('4826')];
  for (const hash of [one, other]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await isSecret(one, '4826', 'passcode')).toBe(true);
  expect(await isSecret(one, '4827', 'passcode')).toBe(false);
});
