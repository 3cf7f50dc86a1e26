import type { FieldDefinition } from '@atoll/domain/form/field';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type ListServer, listServer } from '../resource/testing/list-server.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { FormDialog } from './form-dialog.tsx';
import { bodyOf, valuesOf } from './form-values.ts';

const vendor: FieldDefinition = {
  key: 'vendorId',
  label: 'Vendor',
  kind: 'reference',
  entity: 'vendor',
  required: true,
};
const kind: FieldDefinition = { key: 'kind', label: 'Kind', kind: 'choice', options: ['Bar', 'Grill'], required: true };
const day: FieldDefinition = { key: 'day', label: 'Day', kind: 'date', required: true };
const name: FieldDefinition = { key: 'name', label: 'Name', kind: 'text', required: true };
const tags: FieldDefinition = {
  key: 'categoryIds',
  label: 'Categories',
  kind: 'references',
  entity: 'category',
  required: true,
};
const sizes: FieldDefinition = {
  key: 'sizes',
  label: 'Sizes',
  kind: 'list',
  min: 1,
  fields: [{ key: 'value', label: 'Size', kind: 'text', required: true }],
};

let server: ListServer;
beforeEach(async () => {
  await page.viewport(1280, 800);
  sessionStorage.clear();
  localStorage.clear();
  server = listServer([]);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

async function open(fields: readonly FieldDefinition[], more: readonly FieldDefinition[] = []): Promise<void> {
  const all = [...fields, ...more];
  await showAt(
    '/things/create',
    <FormDialog
      {...{ fields, more }}
      title="Create Thing"
      values={valuesOf(all)}
      draftKey="thing/create"
      send={{ method: 'POST', path: '/ims/thing/create' }}
      toBody={(values) => bodyOf(all, values)}
      onSaved={() => undefined}
      onClosed={() => undefined}
    />,
  );
  await expect.element(page.getByRole('dialog', { name: 'Create Thing' })).toBeVisible();
}
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const field = (label: string) => page.getByRole('combobox', { name: label });
const openLists = () => document.querySelectorAll('[role="listbox"], [role="grid"], [aria-expanded="true"]').length;

it.each([
  ['dropdown of records', vendor],
  ['dropdown', kind],
  ['date', day],
  ['dropdown of many', tags],
])('[R35.51] saving with faults focuses a first field that is a %s, without opening it', async (_, first) => {
  await open([first, name]);
  await save();
  await expect.element(field(first.label)).toHaveFocus();
  await expect.element(page.getByText(new RegExp(`^${first.label} (is|are) required$`))).toBeVisible();
  expect(openLists()).toBe(0);
  expect(server.asked.filter(({ method }) => method !== 'GET')).toHaveLength(0);
  // A tap on the field still opens it.
  await field(first.label).click();
  await expect.element(field(first.label)).toHaveAttribute('aria-expanded', 'true');
});

it('sends a form once when Save is pressed twice in one task', async () => {
  await open([name]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamp');
  const button = page.getByRole('button', { name: 'Save', exact: true }).element() as HTMLButtonElement;
  button.click();
  button.click();
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  expect(server.asked).toHaveLength(1);
});

it('[R10.4] shows a fault once its field was left, and with each change from then on', async () => {
  await open([name, kind]);
  const box = page.getByRole('textbox', { name: 'Name' });
  await box.fill('L');
  await box.fill('');
  expect(page.getByText('Name is required').query()).toBeNull();
  (box.element() as HTMLElement).blur();
  await expect.element(page.getByText('Name is required')).toBeVisible();
  await box.fill('Lamp');
  await expect.element(page.getByText('Name is required')).not.toBeInTheDocument();
  await box.fill('');
  await expect.element(page.getByText('Name is required')).toBeVisible();
});

it('[R35.51] counts the other faults, in rows of lists and under More too, until they are fixed', async () => {
  await open([kind, name, sizes], [day]);
  await page.getByRole('button', { name: 'Add Size' }).click();
  expect(page.getByText(/to fix/).elements()).toHaveLength(0);
  await save();
  await expect.element(page.getByText('3 more fields to fix')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamp');
  await expect.element(page.getByText('2 more fields to fix')).toBeVisible();
  await page.getByRole('textbox', { name: 'Size' }).fill('Large');
  await expect.element(page.getByText('1 more field to fix')).toBeVisible();
  await field('Kind').click();
  await page.getByRole('option', { name: 'Grill' }).click();
  await vi.waitFor(() => expect(page.getByText(/to fix/).elements()).toHaveLength(0));
});

it('[R35.51] opens More and focuses the fault in it when the fields above are right', async () => {
  await open([name], [day]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamp');
  await save();
  await expect.element(field('Day')).toHaveFocus();
  expect(openLists()).toBe(0);
});

it('[R35.51] focuses the button that adds a row when a list has too few', async () => {
  await open([sizes, name]);
  await save();
  await expect.element(page.getByRole('button', { name: 'Add Size' })).toHaveFocus();
  await expect.element(page.getByText('1 more field to fix')).toBeVisible();
});

it('[R35.51] focuses the first field that the server refused, and counts the others', async () => {
  const code: FieldDefinition = { key: 'code', label: 'Code', kind: 'text' };
  await open([name, kind, code]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamp');
  await field('Kind').click();
  await page.getByRole('option', { name: 'Grill' }).click();
  server.handler = ({ method }) =>
    method === 'POST'
      ? {
          status: 422,
          body: { message: 'Check the form', code: 422, errors: { code: 'Code is used', name: 'Name is used' } },
        }
      : undefined;
  await save();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await expect.element(page.getByText('Code is used')).toBeVisible();
  await expect.element(page.getByText('1 more field to fix')).toBeVisible();
  expect(openLists()).toBe(0);
});

it('[R10.5] the box of a refusal names what is left to change, and goes with the last field', async () => {
  const errors = { kind: 'Kind is not offered', day: 'Day is over' };
  const message = 'Please check the highlighted fields';
  server.handler = ({ path }) =>
    path.includes('/ims/thing/create')
      ? { status: 422, body: { message, details: errors.kind, code: 422, reason: 'invalid', errors } }
      : undefined;
  const first: FieldDefinition = { key: 'kind', label: 'Kind', kind: 'text' };
  await open([first, { key: 'day', label: 'Day', kind: 'text' }]);
  await save();
  const box = page.getByRole('alert');
  await expect.element(box).toHaveTextContent(`${message}${errors.kind}`);
  await page.getByRole('textbox', { name: 'Kind' }).fill('Bar');
  await expect.element(box).toHaveTextContent(`${message}${errors.day}`);
  await page.getByRole('textbox', { name: 'Day' }).fill('Monday');
  await expect.element(box).not.toBeInTheDocument();
});

it('a form that is closed and opened again before an answer creates the same thing once', async () => {
  const keys: unknown[] = [];
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    keys.push((JSON.parse(String(init?.body)) as { key: unknown }).key);
    throw new TypeError('Failed to fetch');
  });
  const create = async () => {
    await showAt(
      '/things/create',
      <FormDialog
        fields={[name]}
        title="Create Thing"
        values={valuesOf([name])}
        draftKey="thing/create"
        send={{ method: 'POST', path: '/ims/thing/create' }}
        toBody={(values) => ({ key: crypto.randomUUID(), ...bodyOf([name], values) })}
        onSaved={() => undefined}
        onClosed={() => undefined}
      />,
    );
  };
  const type = (text: string) => page.getByRole('textbox', { name: 'Name' }).fill(text);
  await create();
  await type('Rope');
  await save();
  await expect.poll(() => keys).toHaveLength(1);
  clear();
  await create();
  await save();
  await expect.poll(() => keys).toHaveLength(2);
  await type('Net');
  await save();
  await expect.poll(() => keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  asked.mockRestore();
});
