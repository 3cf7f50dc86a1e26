import { findScreen, type Screen } from '@atoll/domain/nav/nav';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { withPermission } from './permitted.tsx';

beforeEach(openTill);
afterEach(clear);

const secret = Object.assign(() => <h1>Secret</h1>, { preload: () => Promise.resolve() });

it('[R35.73] names the missing permission on a forbidden screen', async () => {
  const Shown = withPermission(findScreen('Reports') as Screen, secret);
  await showAt('/reports', <Shown />);
  await expect.element(page.getByRole('heading', { name: 'You are not authorized to see this' })).toBeVisible();
  await expect.element(page.getByText(/^You need the permission “Reports”\. Ask a manager/)).toBeVisible();
  expect(document.body.textContent).not.toContain('Secret');
});
