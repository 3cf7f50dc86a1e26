import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { codeOf } from '../support/authenticator.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let office: Till | undefined;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await office?.page.context().close();
  await product.close();
});

async function signIn(page: Page, email: string, password?: string): Promise<Till> {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs(email, password);
  return till;
}
async function otherDevice(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}
/** Returns the Admin's till: signed in once, used by every test that is not about the Admin's own session. */
async function officeOf(browser: Browser): Promise<Till> {
  office ??= await signIn(await otherDevice(browser), 'admin@atoll.test');
  return office;
}
async function choose(till: Till, entry: string): Promise<void> {
  await till.button('Account menu').click();
  await till.page.getByRole('menuitem', { name: entry }).click();
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();
const lackingOf = async (page: Page) =>
  (
    await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

/** Returns the newest mail to a person, as text. */
async function mailTo(email: string, subject: string): Promise<string> {
  const outbox = join(product.dataDir, 'outbox');
  let found = '';
  await expect
    .poll(() => {
      try {
        const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
        found = mails.toSorted().findLast((mail) => mail.includes(`To: ${email}`) && mail.includes(subject)) ?? '';
      } catch {
        found = '';
      }
      return found;
    })
    .not.toBe('');
  // Quoted-printable: soft line ends, and '=' as '=3D'.
  return found.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}
const linkIn = (mail: string): string => /\/auth\/reset\?token=[\w-]+/.exec(mail)?.[0] ?? '';

test('[R4.5][R8.1][R8.2][R1.4][R12.4] a person changes picture, name, password and passcode, and unlocks with the new one', async ({
  page,
}) => {
  const till = await signIn(page, 'user@atoll.test');
  await choose(till, 'Profile');
  const drawer = page.getByRole('dialog', { name: 'Profile' });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(/profile=\d+/);
  expect(await lackingOf(page)).toEqual([]);
  await drawer.getByLabel(/^Image/).setInputFiles(join(import.meta.dirname, '../../apps/web/public/icon-192.png'));
  await expect(drawer.getByRole('button', { name: /part of the image/ })).toBeVisible();
  await field(page, 'Name').fill('Mariyam Luiza Ali');
  await field(page, 'Current password').fill('atoll-demo');
  await field(page, 'New password').fill('reef-and-lagoon');
  await field(page, 'Confirm password').fill('reef-and-lagoon');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  // With reduced motion, the message stays as long.
  await expect(page.locator('.Toastify__progress-bar').first()).toHaveCSS('animation-duration', '5s');
  await expect(page.getByRole('banner').locator('img[src^="/files/people/"]')).toBeVisible();

  await field(page, 'New passcode').fill('7391');
  await drawer.getByRole('textbox', { name: 'Current password' }).last().fill('reef-and-lagoon');
  await drawer.getByRole('button', { name: 'Set passcode' }).click();
  await expect(page.getByText('Passcode changed')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/profile=/);

  await choose(till, 'Lock');
  await expect(page.getByRole('heading', { name: 'Mariyam Luiza Ali' })).toBeVisible();
  await page.getByLabel('Passcode').pressSequentially('4826');
  await expect(page.getByLabel('Passcode')).toHaveValue('');
  await page.getByLabel('Passcode').pressSequentially('7391');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('[R6.4] asks for the password after five wrong passcodes', async ({ page }) => {
  const till = await signIn(page, 'manager@atoll.test');
  await choose(till, 'Lock');
  for (let i = 0; i < 5; i += 1) {
    const passcode = page.getByLabel('Passcode');
    await expect(passcode).toHaveAttribute('aria-busy', 'false');
    await passcode.pressSequentially('0001');
    if (i < 4) await expect(passcode).toHaveValue('');
  }
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(/^The passcode was wrong five times\. .* with your password\.$/)).toBeVisible();
  await till.signInAs('manager@atoll.test');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('[R1.2][R15.4] signing out a device from another one signs it out at once', async ({ page, browser }) => {
  const lost = await signIn(await otherDevice(browser), 'manager@atoll.test');
  await expect(lost.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const till = await signIn(page, 'manager@atoll.test');
  await choose(till, 'Profile');
  const drawer = page.getByRole('dialog', { name: 'Profile' });
  const devices = drawer.getByRole('listitem').filter({ hasText: 'Last used' });
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  const others = devices.filter({ hasNotText: 'This device' });
  const count = await others.count();
  await others.first().getByRole('button').click();
  await expect(others).toHaveCount(count - 1);
  // Nobody touches it: its own next call, or the closed connection, signs it out.
  await expect(lost.page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 5000 });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
});

test('[R2.17][R2.26][R3.3][R17.1][R17.3] an Admin creates a waiter, changes the permissions, and deactivates the user', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const till = await officeOf(browser);
  const { page } = till;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await till.button('New').click();
  const form = page.getByRole('dialog', { name: 'Create User' });
  await expect(form).toBeVisible();
  await field(page, 'Name').fill('Hassan Waiter');
  await field(page, 'Email').fill('hassan@atoll.test');
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Waiter');
  await field(page, 'Password').fill('first-password');
  await field(page, 'Passcode').fill('7391');
  await form.getByText('Permissions, one by one').click();
  await expect(form.getByRole('radiogroup', { name: 'Take payments' }).getByLabel('Deny')).toBeChecked();
  await expect(form.getByRole('radiogroup', { name: 'Void bills' }).getByLabel('Ask')).toBeChecked();
  expect(await lackingOf(page)).toEqual([]);
  await till.button('Save').click();
  await expect(page.getByText('User saved')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'hassan@atoll.test' })).toBeVisible();

  const waiter = await signIn(await otherDevice(browser), 'hassan@atoll.test', 'first-password');
  const main = waiter.page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'New Sale' })).toHaveCount(0);

  // A person's permissions are reduced at once, without signing out.
  await page.getByRole('cell', { name: 'hassan@atoll.test' }).click();
  const view = page.getByRole('dialog', { name: 'View User' });
  await expect(view.getByText('Signed-in devices')).toBeVisible();
  await view.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByText('Permissions, one by one').click();
  await edit.getByRole('checkbox', { name: 'Customers' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await waiter.page.reload();
  await expect(main.getByRole('link', { name: 'Customers' })).toHaveCount(0);

  await page
    .getByRole('row', { name: /Hassan Waiter/ })
    .getByRole('button', { name: 'Row actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const gone = page.getByRole('dialog', { name: 'Delete User' });
  await expect(gone.getByText('Are you sure you want to delete this item?')).toBeVisible();
  await gone.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('cell', { name: 'hassan@atoll.test' })).toHaveCount(0);
  await waiter.page.reload();
  await expect(waiter.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

/** Types the credentials on a new device, without waiting for the shell. */
async function typeCredentials(browser: Browser, email: string): Promise<Till> {
  const till = new Till(await otherDevice(browser), product);
  await till.open('/auth/login');
  await till.page.getByLabel('Email').fill(email);
  await till.page.getByLabel('Password', { exact: true }).fill('atoll-demo');
  await till.button('Log in').click();
  await expect(till.page.getByLabel('Code of the app')).toBeFocused();
  return till;
}
const recoveryCodes = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' });

test('[R36.7] a Manager switches on a second factor, and signs in with a code of the app or a recovery code', async ({
  page,
  browser,
}) => {
  const till = await signIn(page, 'manager@atoll.test');
  await choose(till, 'Profile');
  const form = page.getByRole('form', { name: 'Second factor' });
  await form.getByLabel('Current password').fill('atoll-demo');
  await form.getByRole('button', { name: 'Set up' }).click();
  const secret = (await form.getByRole('code').textContent()) ?? '';
  await form.getByLabel('Code of the app').fill(codeOf(secret));
  await form.getByRole('button', { name: 'Switch on' }).click();
  await expect(recoveryCodes(page).getByRole('code')).toHaveCount(10);
  const [first = ''] = await recoveryCodes(page).getByRole('code').allTextContents();
  expect(await lackingOf(page)).toEqual([]);
  await recoveryCodes(page).getByRole('button', { name: 'I kept them' }).click();

  const other = await typeCredentials(browser, 'manager@atoll.test');
  const code = other.page.getByLabel('Code of the app');
  await code.fill('000000');
  await other.button('Log in').click();
  await expect(other.page.getByRole('alert')).toContainText('Wrong code');
  expect(await lackingOf(other.page)).toEqual([]);
  // The code of this period was used.
  await code.fill(codeOf(secret, 1));
  await other.button('Log in').click();
  await expect(other.page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const lost = await typeCredentials(browser, 'manager@atoll.test');
  await lost.page.getByLabel('Code of the app').fill(first);
  await lost.button('Log in').click();
  await expect(lost.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(form.getByText('You have 10 recovery codes left.')).toBeVisible();
  await form.getByLabel('Current password').fill('atoll-demo');
  await form.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('The second factor is off')).toBeVisible();
});

test('[R36.7] a Manager of whom it is demanded sets it up while signing in; an Admin switches it off again', async ({
  browser,
}) => {
  const till = await officeOf(browser);
  const { page } = till;
  await till.goTo('/settings?section=idle');
  const demand = page.getByRole('switch', { name: 'Managers need a second factor' });
  await demand.click();
  await till.button('Save').click();
  await expect(till.button('Save')).toHaveCount(0);

  const manager = await typeCredentials(browser, 'manager@atoll.test');
  await expect(manager.page.getByText('Your Admin wants you to sign in with a second factor.')).toBeVisible();
  expect(await lackingOf(manager.page)).toEqual([]);
  const secret = (await manager.page.getByRole('code').textContent()) ?? '';
  await manager.page.getByLabel('Code of the app').fill(codeOf(secret));
  await manager.button('Log in').click();
  await recoveryCodes(manager.page).getByRole('button', { name: 'I kept them' }).click();
  await expect(manager.page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await demand.click();
  await till.button('Save').click();
  await expect(till.button('Save')).toHaveCount(0);
  await till.goTo('/users');
  await page.getByRole('cell', { name: 'manager@atoll.test' }).click();
  const view = page.getByRole('dialog', { name: 'View User' });
  // The devices come later, above the button: they would move it under the press.
  await expect(view.getByRole('button', { name: /^Sign out/ }).first()).toBeVisible();
  await view.getByRole('button', { name: 'Switch off second factor' }).click();
  const asked = page.getByRole('dialog', { name: 'Switch off second factor' });
  await asked.getByLabel('Current password').fill('atoll-demo');
  await asked.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(page.getByText('The second factor of Ibrahim Nasheed is off')).toBeVisible();
});

test('[R1.1][R18.3] an invited person chooses a password by mail', async ({ browser }) => {
  const till = await officeOf(browser);
  const { page } = till;
  await till.goTo('/users/create');
  await field(page, 'Name').fill('Zulfa Invited');
  await field(page, 'Email').fill('zulfa@atoll.test');
  await page.getByRole('switch', { name: 'Send an invitation by email' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'zulfa@atoll.test' })).toBeVisible();
  const link = linkIn(await mailTo('zulfa@atoll.test', 'You can sign in'));
  const hers = await otherDevice(browser);
  await hers.goto(product.url + link);
  await hers.getByLabel('New password', { exact: true }).fill('my-own-password');
  await hers.getByRole('button', { name: 'Save password' }).click();
  await expect(hers.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await hers.getByRole('link', { name: 'Back to sign in' }).click();
  await new Till(hers, product).signInAs('zulfa@atoll.test', 'my-own-password');
});

test('[R2.3][R18.3] a forgotten password is replaced by a mailed link, which works once', async ({ page }) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await page.getByLabel('Email').fill('admin@atoll.test');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('admin@atoll.test');
  await till.button('Send link').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(await mailTo('admin@atoll.test', 'Choose a new password'));
  await page.goto(product.url + link);
  await page.getByLabel('New password', { exact: true }).fill('deep-blue-water');
  await till.button('Save password').click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await till.signInAs('admin@atoll.test', 'deep-blue-water');
  await page.goto(product.url + link);
  await page.getByLabel('New password', { exact: true }).fill('another-one-again');
  await till.button('Save password').click();
  await expect(page.getByRole('alert')).toContainText('This link was used or is too old');
});
