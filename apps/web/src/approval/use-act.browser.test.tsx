import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CallError } from '../api/api.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, show } from '../ui/hook/testing.tsx';
import { ToastHost } from '../ui/overlay/toast-host.tsx';
import { useAct } from './use-act.ts';
import { useApproved } from './use-approved.ts';

const refusal = { message: 'The shift is closed', code: 409, reason: 'shiftClosed' } as const;
let refuse: () => void;
let held: Promise<void>;

beforeEach(async () => {
  await openTill();
  ({ promise: held, resolve: refuse } = Promise.withResolvers<void>());
});
afterEach(clear);

function Acting() {
  const { act } = useAct();
  const work = async () => {
    await held;
    throw new CallError(409, refusal, '');
  };
  return (
    <button type="button" onClick={() => void act('pay', work)}>
      Pay
    </button>
  );
}

function Approved() {
  const { run } = useApproved();
  const command = async () => {
    await held;
    return { ok: false, refusal: { ...refusal, status: 409, details: '', extra: {} } } as never;
  };
  const subject = { permission: 'bill.refund', subjectType: 'Bill', subjectKey: 'b' } as const;
  return (
    <button type="button" onClick={() => void run(subject, command)}>
      Pay
    </button>
  );
}

it.each([
  ['an action', Acting],
  ['an action that may need an approval', Approved],
])('tells by a message why the server refused %s whose dialog was closed in the meantime', async (_, Dialog) => {
  function Screen() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && <Dialog />}
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
        <ToastHost />
      </>
    );
  }
  await show(<Screen />);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Pay' })).not.toBeInTheDocument();
  refuse();
  await expect.element(page.getByText('The shift is closed')).toBeVisible();
});
