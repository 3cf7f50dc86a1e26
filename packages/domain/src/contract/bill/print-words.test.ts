import { expect, it } from 'vitest';
import { readPrintAnswer } from './print-answer.ts';
import { waitMessage, waitSentences, waitText } from './print-words.ts';

it('[R16.6] says why a printer waits by the code, and repeats the text for an unknown or missing code', () => {
  const text = 'Bar: words of another release';
  expect(waitText({ printer: 'Bar', reason: 'paper_out', text })).toBe(waitMessage('Bar', 'paper_out'));
  for (const reason of ['ink_out', 'toString', '', null, undefined])
    expect(waitText({ printer: 'Bar', reason, text })).toBe(text);
  expect(waitText({ printer: 'Bar', reason: null, text: null })).toBe('');
  for (const sentence of Object.values(waitSentences)) expect(sentence).toMatch(/^\{\{printer\}\}: .*\.$/);
});

it('[R16.6] reads answers of print servers of other releases, with unknown or missing reasons', () => {
  const accepted = { jobId: 'j', state: 'waiting', printer: 'Bar', message: 'Bar: ink is out.' };
  for (const more of [{}, { reason: 'ink_out' }])
    expect(readPrintAnswer(202, { ...accepted, ...more })).toMatchObject({
      state: 'waiting',
      reason: 'busy',
      message: 'Bar: ink is out.',
    });
  expect(readPrintAnswer(202, { ...accepted, reason: 'cutter' })).toMatchObject({
    reason: 'cutter',
    message: waitMessage('Bar', 'cutter'),
  });
  const done = { jobId: 'j', state: 'sent', printer: 'Bar' };
  expect(readPrintAnswer(200, done)).toMatchObject({ state: 'sent', message: '' });
  expect(readPrintAnswer(200, { ...done, reason: 'not_confirmed' })).toMatchObject({
    message: waitMessage('Bar', 'not_confirmed'),
  });
});
