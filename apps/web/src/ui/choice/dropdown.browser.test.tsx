import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Dropdown, MultiDropdown } from './dropdown.tsx';
import type { DropdownData } from './dropdown-data.ts';

interface Fruit {
  readonly name: string;
  readonly code?: string;
}
const fruits: readonly Fruit[] = ['Apple', 'apricot', 'Banana', 'Pineapple'].map((name) => ({
  name,
  code: `${name[0]}1`,
}));

afterEach(clear);

interface OneProps {
  readonly data?: DropdownData<Fruit>;
  readonly onCreate?: (text: string) => Fruit;
  readonly onValue?: (value: Fruit | null) => void;
  readonly error?: string;
}

function One({ data = fruits, onValue, ...rest }: OneProps) {
  const [value, setValue] = useState<Fruit | null>(null);
  return (
    <>
      <Dropdown
        label="Fruit"
        required
        keyField="name"
        subkey="code"
        data={data}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue?.(next);
        }}
        {...rest}
      />
      <button type="button" style={{ marginBlockStart: 300 }}>
        Elsewhere
      </button>
    </>
  );
}

const box = () => page.getByRole('combobox', { name: 'Fruit' });
const options = () =>
  page
    .getByRole('option')
    .all()
    .map((each) => each.element().firstChild?.textContent);

it('[R11.3] opens on focus, and closes on a selection or a click outside', async () => {
  await show(<One />);
  expect(page.getByRole('listbox').query()).toBeNull();
  await box().click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  expect(page.getByRole('listbox').query()).toBeNull();
  await box().click();
  await page.getByRole('option', { name: /^Banana/ }).click();
  expect(page.getByRole('listbox').query()).toBeNull();
});

it('[R11.3] locks the dropdown after a choice, and clearing unlocks it', async () => {
  const onValue = vi.fn();
  await show(<One onValue={onValue} />);
  await box().click();
  await page.getByRole('option', { name: /^Banana/ }).click();
  const chosen = page.getByRole('textbox', { name: 'Fruit' });
  await expect.element(chosen).toHaveValue('Banana');
  await expect.element(chosen).toHaveAttribute('readonly');
  await page.getByRole('button', { name: 'Clear Fruit' }).click();
  expect(onValue).toHaveBeenLastCalledWith(null);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await expect.element(box()).toHaveFocus();
});

it('[R11.4] filters by a prefix of the key, whatever the case', async () => {
  await show(<One />);
  await box().fill('AP');
  expect(options()).toEqual(['Apple', 'apricot']);
  await box().fill('pine');
  expect(options()).toEqual(['Pineapple']);
});

it('[R11.4] shows a list of at most 15rem; arrows wrap around and Enter selects', async () => {
  await show(<One data={Array.from({ length: 40 }, (_, n) => ({ name: `Item ${n}` }))} />);
  await box().click();
  expect(page.getByRole('listbox').element().getBoundingClientRect().height).toBeLessThanOrEqual(240);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('Item 39');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Fruit' })).toHaveValue('Item 39');
});

it("[R11.5] shows 'No results found' and 'Fetching'", async () => {
  let give: (fruits: readonly Fruit[]) => void = () => undefined;
  await show(<One data={() => new Promise((resolve) => (give = resolve))} />);
  await box().click();
  await expect.element(page.getByText('Fetching')).toBeVisible();
  give(fruits);
  await expect.element(page.getByRole('option', { name: /^Apple/ }).first()).toBeVisible();
  await box().fill('zzz');
  await expect.element(page.getByText('No results found')).toBeVisible();
});

it("[R11.5] offers 'Add a new {label} [{value}]', appends the record and selects it", async () => {
  const onValue = vi.fn();
  await show(<One onCreate={(name) => ({ name })} onValue={onValue} />);
  await box().fill('apple');
  expect(options()).toEqual(['Apple']);
  await box().fill('Mango');
  expect(options()).toEqual(['Add a new Fruit [Mango]']);
  await userEvent.keyboard('{Enter}');
  expect(onValue).toHaveBeenLastCalledWith({ name: 'Mango' });
});

it('[R11.6] accepts a remote source, and queries it with the typed text only when it has more', async () => {
  const few = vi.fn(() => Promise.resolve(fruits));
  await show(<One data={few} />);
  await box().fill('ban');
  await expect.element(page.getByRole('option', { name: /^Banana/ })).toBeVisible();
  expect(few).toHaveBeenCalledExactlyOnceWith('');
  const many = vi.fn((text: string) =>
    Promise.resolve(text ? [{ name: 'Zucchini' }] : Array.from({ length: 1000 }, (_, n) => ({ name: `A${n}` }))),
  );
  await show(<One data={many} />);
  await box().fill('zu');
  await expect.element(page.getByRole('option', { name: /^Zucchini/ })).toBeVisible();
  expect(many).toHaveBeenLastCalledWith('zu');
});

it('[R11.6] accepts several values, each with a remove button', async () => {
  function Several() {
    const [value, setValue] = useState<readonly Fruit[]>([]);
    return <MultiDropdown label="Fruit" keyField="name" data={fruits} value={value} onChange={setValue} />;
  }
  await show(<Several />);
  await box().click();
  await page.getByRole('option', { name: /^Apple/ }).click();
  await box().click();
  expect(options()).toEqual(['apricot', 'Banana', 'Pineapple']);
  await page.getByRole('option', { name: /^Banana/ }).click();
  expect(page.getByRole('listitem').all()).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove Apple' }).click();
  expect(page.getByRole('listitem').all()).toHaveLength(1);
});

it('[R11.9] shows an asterisk on a required dropdown and links its message', async () => {
  await show(<One error="Fruit is required" />);
  await expect.element(page.getByText('*')).toBeInTheDocument();
  await expect.element(box()).toHaveAccessibleDescription('Fruit is required');
});

it('[R35.21] shows the whole list of a field at the bottom of a drawer', async () => {
  await show(
    <section aria-label="Drawer" style={{ blockSize: 480, overflow: 'auto' }}>
      <div style={{ blockSize: 420 }} />
      <One />
    </section>,
  );
  await expect.element(box()).toBeInTheDocument();
  const drawer = page.getByRole('region', { name: 'Drawer' }).element();
  drawer.scrollTop = 20;
  box().element().focus({ preventScroll: true });
  const list = page.getByRole('listbox');
  await expect.element(list).toBeVisible();
  const { bottom } = list.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(drawer.getBoundingClientRect().bottom);
});
