import { expect, it } from 'vitest';
import { makeRecovery, openRecovery } from './age.ts';

const headOf = (sealed: string): string => Buffer.from(sealed, 'base64').toString('latin1');

it('seals the recovery key so that each guess of the passphrase takes a second of processor time', async () => {
  const { sealed } = await makeRecovery('boneda ritofa kemija');
  expect(headOf(sealed)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
});

it('opens a recovery key with its passphrase alone, whatever a guess costs', async () => {
  const { sealed, recipient } = await makeRecovery('boneda ritofa kemija', 4);
  expect(headOf(sealed)).toMatch(/ 4\n/);
  const file = Buffer.from(sealed, 'base64');
  expect(await openRecovery(file, 'boneda ritofa kemija')).toMatch(/^AGE-SECRET-KEY-1/);
  expect(await openRecovery(file, 'boneda ritofa kemijas')).toBeNull();
  expect(recipient).toMatch(/^age1/);
});
