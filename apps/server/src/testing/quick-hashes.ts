/** Secrets of test users, with hashes that are checked in a moment: most tests sign in, few are about hashes. */
import type { SecretHashes } from '../seed/seed-user.ts';

export const password = 'correct horse';
export const passcode = '4826';

/** Hashes of both by argon2id with 8 KiB and one pass; the check reads the cost from the hash. */
export const quickHashes: SecretHashes = {
  password: '$argon2id$v=19$m=8,t=1,p=1$53QIGDhubvaJx8zEl3aFvQ$XE295O1+OlTauyouVTiV0lQIwEg5W5RNx2O3T66c67s',
  passcode: '$argon2id$v=19$m=8,t=1,p=1$TatGawgwMApVcSlh1tRcpQ$Y2qgiVvkUbaivsmugKn4AvepvgGZHfh6rDXPagJjhEg',
};

/** The cost of the passphrase of copies: a guess takes a moment. */
export const passphraseCost = 4;
