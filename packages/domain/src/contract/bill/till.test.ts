import { describe, expect, it } from 'vitest';
import { readTillNote, writeTillNote } from './till.ts';

describe('status header of a till', () => {
  it('reads the same till status from the header that was written', () => {
    const note = { number: 3, waiting: 2, amount: 41_200 };
    expect(readTillNote(writeTillNote(note))).toEqual(note);
  });

  it.each([undefined, '', ['1;0;0'], '1;0', '1;-1;0', '1;0;0.5', '1;0;0;0', '99999;0;0', '1;0;9999999999999', 'a;b;c'])(
    'returns null for the invalid till status header %j',
    (header) => {
      expect(readTillNote(header)).toBeNull();
    },
  );
});
