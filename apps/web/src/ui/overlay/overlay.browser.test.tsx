import { Activity, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { create } from 'zustand';
import { Dropdown } from '../choice/dropdown.tsx';
import { Button } from '../display/button.tsx';
import { clear, show } from '../hook/testing.tsx';
import { ActionMenu } from './action-menu.tsx';
import { Actions } from './actions.tsx';
import { Drawer, Modal, openDelayMs } from './overlay.tsx';

afterEach(() => {
  vi.useRealTimers();
  clear();
});

it('names the dialog by its title, and closes it by the Close button and by Escape', async () => {
  const onClose = vi.fn();
  await show(
    <Drawer title="View Bill" onClose={onClose}>
      words
    </Drawer>,
  );
  await expect.element(page.getByRole('dialog', { name: 'View Bill' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('[R2.13] closes a dialog that is not closable only by the buttons in its footer', async () => {
  const onClose = vi.fn();
  await show(
    <Modal title="Void Bill" onClose={onClose} closable={false} footer={<button type="button">Cancel</button>}>
      words
    </Modal>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Void Bill' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  document.querySelector<HTMLElement>('[class*="veil"]')?.click();
  expect(onClose).not.toHaveBeenCalled();
  expect(page.getByRole('button', { name: 'Close' }).elements()).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

it('closes only the upper one of two dialogs by Escape, and none below one that is not closable', async () => {
  const closed: string[] = [];
  function Stack({ closable }: { closable: boolean }) {
    const [open, setOpen] = useState(['Edit Menu Item', 'Create Category']);
    const close = (title: string) => () => {
      closed.push(title);
      setOpen((all) => all.filter((each) => each !== title));
    };
    return open.map((title, index) => (
      <Modal key={title} title={title} closable={closable || index === 0} onClose={close(title)}>
        words
      </Modal>
    ));
  }
  await show(<Stack closable={false} />);
  await expect.element(page.getByRole('dialog', { name: 'Create Category' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(closed).toEqual([]);
  clear();
  await show(<Stack closable />);
  await expect.element(page.getByRole('dialog', { name: 'Create Category' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(closed).toEqual(['Create Category']);
  await expect.element(page.getByRole('dialog', { name: 'Create Category' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(closed).toEqual(['Create Category', 'Edit Menu Item']);
});

it('stays open when a quick tap on what lay behind it meets the veil that has just appeared; a later one closes it', async () => {
  const onClose = vi.fn();
  await show(
    <Modal title="Select Size" onClose={onClose}>
      words
    </Modal>,
  );
  const veil = () => document.querySelector<HTMLElement>('[class*="veil"]');
  await expect.poll(veil).not.toBeNull();
  veil()?.click();
  expect(onClose).not.toHaveBeenCalled();
  await expect
    .poll(() => {
      veil()?.click();
      return onClose.mock.calls.length;
    })
    .toBe(1);
});

it('[R20.5] opens a modal of a route after 100 ms', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await show(
    <Modal title="Select Size" onClose={() => undefined} delayMs={openDelayMs}>
      words
    </Modal>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Select Size' })).toBeVisible();
  expect(timers.mock.calls.some(([, delay]) => delay === 100)).toBe(true);
  timers.mockRestore();
});

it('opens with the focus on the first field, else on the main action, and never on what deletes', async () => {
  const named = (look: 'main' | 'danger', label: string, field = false) => (
    <Modal title="Question" onClose={() => undefined}>
      {field ? <input aria-label="Reason" /> : 'words'}
      <Actions>
        <Button>Cancel</Button>
        <Button look={look}>{label}</Button>
      </Actions>
    </Modal>
  );
  for (const [dialog, first] of [
    [named('main', 'Go on'), 'Go on'],
    [named('danger', 'Delete'), 'Cancel'],
  ] as const) {
    await show(dialog);
    await expect.element(page.getByRole('button', { name: first })).toHaveFocus();
    clear();
  }
  await show(named('danger', 'Delete', true));
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
});

it('opens no list over the form when its first field has one', async () => {
  await show(
    <Modal title="Choose" onClose={() => undefined}>
      <Dropdown label="Item" keyField="name" data={[{ name: 'Rice' }]} value={null} onChange={() => undefined} />
    </Modal>,
  );
  const field = page.getByRole('combobox', { name: 'Item' });
  await expect.element(field).toHaveFocus();
  expect(field.element().getAttribute('aria-expanded')).toBe('false');
  await field.click();
  await expect.element(page.getByRole('option', { name: 'Rice' })).toBeVisible();
});

it('leads the focus to a field that is shown later, unless the person has acted', async () => {
  await show(<Later />);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  load(true);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  clear();
  load(false);
  await show(<Later />);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  const chosen = document.activeElement;
  load(true);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(document.activeElement).toBe(chosen);
});

const useLoaded = create<{ readonly isLoaded: boolean }>()(() => ({ isLoaded: false }));
const load = (isLoaded: boolean) => useLoaded.setState({ isLoaded });

function Later() {
  const { isLoaded } = useLoaded();
  return (
    <Modal title="Later" onClose={() => undefined}>
      {isLoaded && <input aria-label="Name" />}
      <Actions>
        <Button>Cancel</Button>
        <Button look="main" disabled={!isLoaded}>
          Save
        </Button>
      </Actions>
    </Modal>
  );
}

it('adds no style element to the page when a modal opens', async () => {
  const before = document.querySelectorAll('style').length;
  await show(
    <Modal title="Switch outlet" onClose={() => undefined}>
      words
    </Modal>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(document.querySelectorAll('style').length).toBe(before);
});

it('shows a menu once: not again when the screen that it locked is shown again', async () => {
  function Screen() {
    const [mode, setMode] = useState<'visible' | 'hidden'>('visible');
    return (
      <>
        <button type="button" onClick={() => setMode('visible')}>
          Unlock
        </button>
        <Activity mode={mode}>
          <ActionMenu
            defaultOpened
            button={<button type="button">Account</button>}
            actions={[{ label: 'Lock', onSelect: () => setMode('hidden') }]}
          />
        </Activity>
      </>
    );
  }
  await show(<Screen />);
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect.element(page.getByRole('button', { name: 'Account' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect.element(page.getByRole('button', { name: 'Account' })).toBeVisible();
  // The menu would open in the next frame.
  for (const _ of [1, 2, 3]) await new Promise((done) => requestAnimationFrame(done));
  expect(page.getByRole('menuitem').elements()).toEqual([]);
});

it('gives the focus back to the button that opened a dialog, and to the button of the menu that offered it', async () => {
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Discount
        </button>
        <ActionMenu
          button={<button type="button">More</button>}
          actions={[{ label: 'Split', onSelect: () => setOpen(true) }]}
        />
        {isOpen && (
          <Modal title="Split the bill" onClose={() => setOpen(false)}>
            words
          </Modal>
        )}
      </>
    );
  }
  await show(<Screen />);
  const dialog = page.getByRole('dialog', { name: 'Split the bill' });
  const close = async (opener: string) => {
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: opener })).toHaveFocus();
  };
  await userEvent.click(page.getByRole('button', { name: 'Discount' }));
  await close('Discount');
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Split' }));
  await close('More');
});
