import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { closePapers, usePapers } from '../../printing/practice.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { PracticePapers } from './practice-papers.tsx';

beforeEach(openTill);
afterEach(() => {
  closePapers();
  clear();
});

it('[R35.41] a paper of practice names the size only of items that have several', async () => {
  const items = [
    { key: 'a', qty: 1, name: 'Lagoon Burger', size: 'Medium', hasSizes: false },
    { key: 'b', qty: 2, name: 'Lime Juice', size: 'Regular', hasSizes: true, notes: ['No ice'] },
  ];
  const paper = { type: 'Kot', jobKey: 'p', kotNo: 1, outlet: { name: 'Atoll Café' } };
  usePapers.setState({ papers: [{ ...paper, bill: { type: 'Table', slot: '4', items } } as never] });
  await show(<PracticePapers />);
  await expect.element(page.getByText('2 × Lime Juice Regular', { exact: true })).toBeVisible();
  await expect.element(page.getByText('1 × Lagoon Burger', { exact: true })).toBeVisible();
});
