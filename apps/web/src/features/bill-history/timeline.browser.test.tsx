import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { Timeline } from './timeline.tsx';

afterEach(clear);

const event: BillEvent = {
  seq: 1,
  at: '2026-03-09T06:05:00.000Z',
  action: 'Voided',
  userName: 'Aisha',
  sentBy: 'Hassan',
  isRevoked: false,
  deviceId: null,
  approverName: null,
  before: null,
  after: null,
};

it('[R36.15] shows who sent an event in the name of its author, and the author alone for their own', async () => {
  const { sentBy: _sender, ...own } = { ...event, seq: 2, userName: 'Mariyam' };
  await showAt('/', <Timeline events={[event, own]} />);
  await expect.element(page.getByText('by Aisha, sent by Hassan', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Mariyam', { exact: true })).toBeVisible();
});
