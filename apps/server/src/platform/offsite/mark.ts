/** The file that marks a target of copies, and tells a person what they are. Source: R31.36, R31.37. */
export const markName = 'ATOLL-COPIES.txt';
export const markText = `Encrypted copies of Atoll are in this folder. Leave this file here.

On a new computer with Atoll, an empty data folder and the recovery passphrase, this brings everything back:
  npm run restore -- --from offsite --target TARGET

TARGET is this folder, or its address; 'Restore' under docs/operations.md, Off-site copies, tells how it is written.

The program age opens a copy too: first the file recovery-… of the same eight digits, with the passphrase; then the copy, with what was in it:
  age --decrypt --output recovery.txt recovery-….age
  age --decrypt --identity recovery.txt --output copy.tar atoll-….age
`;
