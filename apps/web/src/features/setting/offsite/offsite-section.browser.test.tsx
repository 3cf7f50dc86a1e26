import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLanguage } from '../../../locale/locale.ts';
import { useSession } from '../../../session/session.ts';
import { fakeServer, type Reply } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../../ui/hook/testing.tsx';
import { SettingsScreen } from '../settings-screen.tsx';

const at = '2026-11-24T03:05:00.000Z';
const copy = { name: 'a', kind: 'Full', at, bytes: 4_200_000, state: 'Sent', recovery: '5e6f7a8b', problem: null };
const unset = {
  isPossible: true,
  target: null,
  suggested: null as object | null,
  isSameDisk: false,
  hasSecret: false,
  hour: '04:30',
  minutes: 60,
  passphrase: null,
  work: null,
  copies: [] as object[],
  drill: null as object | null,
};
const target = { kind: 'Folder', path: '/mnt/copies' };
const passphrase = { id: '5e6f7a8b', setAt: at, confirmedAt: null as string | null };
let state: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
let answer: (path: string) => Reply;

beforeEach(async () => {
  await openTill();
  state = unset;
  sent = [];
  answer = () => ({ body: state });
  const server = fakeServer();
  server.handler = ({ path, method, body }) => {
    if (path === '/app/offsite') return { body: state };
    if (path.startsWith('/app/offsite/')) {
      sent.push({ path: `${method} ${path.slice(12)}`, body });
      return answer(path.slice(12));
    }
    if (path === '/app/info')
      return { body: { name: 'Atoll', version: '1', printPort: 14_141, isNew: false, demo: null } };
    return undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(async () => {
  await changeLanguage('en');
  clear();
  vi.unstubAllGlobals();
});

async function open(...permissions: string[]): Promise<void> {
  const user = useSession.getState().user;
  if (!user) throw new Error('nobody is signed in');
  useSession.setState({ user: { ...user, permissions: ['Settings', 'settings.manage', ...permissions] } });
  await showAt('/settings?section=offsite', <SettingsScreen />);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('is shown to who manages the server alone', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Outlet', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Off-site copies' }).elements()).toHaveLength(0);
});

it('keeps what was typed when the server cannot use the folder, and says why', async () => {
  await open('server.manage');
  answer = () => ({
    status: 422,
    body: {
      message: 'The target did not take a test file',
      details: 'The target is not there. Connect the disk or the share',
      reason: 'offsiteTarget',
      code: 422,
    },
  });
  await page.getByLabelText('Folder').fill('/mnt/copies');
  await button('Test and save').click();
  await expect.element(page.getByText(/The target is not there/)).toBeInTheDocument();
  await expect.element(page.getByLabelText('Folder')).toHaveValue('/mnt/copies');
  expect(sent).toEqual([{ path: 'PUT /target', body: { target, hour: '04:30', minutes: 60 } }]);
});

it('offers the target that setup was told, which counts only when it was tested', async () => {
  state = { ...unset, suggested: target };
  await open('server.manage');
  await expect.element(page.getByLabelText('Folder')).toHaveValue('/mnt/copies');
  await expect.element(button('Make no more copies')).not.toBeInTheDocument();
  answer = () => ({ body: { ...unset, target } });
  await button('Test and save').click();
  await expect.element(button('Make no more copies')).toBeInTheDocument();
  expect(sent).toEqual([{ path: 'PUT /target', body: { target, hour: '04:30', minutes: 60 } }]);
});

it('shows the key of an ssh server before it is used, and sends it back only when it was accepted', async () => {
  await open('server.manage');
  await page.getByLabelText('Kind of target').selectOptions('Sftp');
  const typed = { Server: 'files.lan', 'Folder on the server': '/copies', 'User name': 'shop' };
  for (const [label, text] of Object.entries(typed)) await page.getByLabelText(label).fill(text);
  await page.getByLabelText('Password or private key').fill('secret words');
  const fingerprint = 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU';
  answer = () => ({
    status: 409,
    body: { message: 'Compare the key', details: fingerprint, reason: 'offsiteHostKey', code: 409 },
  });
  await button('Test and save').click();
  await expect.element(page.getByText(fingerprint)).toBeInTheDocument();
  const sftp = { kind: 'Sftp', host: 'files.lan', port: 22, path: '/copies', user: 'shop', hostKey: '' };
  const kept = { ...sftp, hostKey: fingerprint };
  answer = () => ({ body: { ...unset, target: kept, hasSecret: true } });
  await button('Accept this key').click();
  await expect.element(page.getByText(/It is saved/)).toBeInTheDocument();
  await expect.element(page.getByLabelText('Password or private key')).toHaveValue('');
  const body = (target: object) => ({
    path: 'PUT /target',
    body: { target, hour: '04:30', minutes: 60, secret: 'secret words' },
  });
  expect(sent).toEqual([body(sftp), body(kept)]);

  // What is saved stays without being typed again; another server has another key.
  sent = [];
  answer = () => ({
    status: 409,
    body: { message: 'Another key', details: 'SHA256:other', reason: 'offsiteHostKeyChanged', code: 409 },
  });
  await button('Test and save').click();
  await expect.element(page.getByText(/shows another key than before/)).toBeInTheDocument();
  expect(sent).toEqual([{ path: 'PUT /target', body: { target: kept, hour: '04:30', minutes: 60 } }]);
  await page.getByLabelText('Server', { exact: true }).fill('other.lan');
  await button('Test and save').click();
  expect(sent[1]?.body).toMatchObject({ target: { host: 'other.lan', hostKey: '' } });
});

it('takes a WebDAV folder and an S3 bucket', async () => {
  await open('server.manage');
  const kind = page.getByLabelText('Kind of target');
  await kind.selectOptions('WebDav');
  await page.getByLabelText('Address of the folder').fill('https://files.lan/copies ');
  await page.getByLabelText('User name').fill('shop');
  answer = () => ({
    status: 422,
    body: { message: 'No', details: 'The target is full', reason: 'offsiteTarget', code: 422 },
  });
  await button('Test and save').click();
  await expect.element(page.getByText(/The target is full/)).toBeInTheDocument();
  await kind.selectOptions('S3');
  const typed = { 'Address of the service': 'https://s3.lan', Region: 'eu', Bucket: 'copies', 'Access key': 'AK' };
  for (const [label, text] of Object.entries(typed)) await page.getByLabelText(label, { exact: true }).fill(text);
  await button('Test and save').click();
  expect(sent.map(({ body }) => (body as { target: object }).target)).toEqual([
    { kind: 'WebDav', url: 'https://files.lan/copies', user: 'shop' },
    { kind: 'S3', url: 'https://s3.lan', region: 'eu', bucket: 'copies', folder: '', user: 'AK' },
  ]);
});

it('offers six words, sets them as passphrase, and asks for them at once', async () => {
  state = { ...unset, target };
  await open('server.manage');
  await button('Set a passphrase').click();
  const dialog = page.getByRole('dialog');
  const words = dialog.element().textContent?.match(/(?:[a-z]{6} ){5}[a-z]{6}/)?.[0];
  answer = () => ({ body: { ...unset, target, passphrase } });
  await button('I wrote them down').click();
  await expect.element(page.getByText(/Read it from your paper/)).toBeInTheDocument();
  expect(sent).toEqual([{ path: 'PUT /passphrase', body: { passphrase: words } }]);

  answer = () => ({
    status: 422,
    body: { message: 'This is not the passphrase', reason: 'offsitePassphrase', code: 422 },
  });
  const field = page.getByRole('dialog').getByLabelText('Recovery passphrase');
  await field.fill('something else');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/This is not the passphrase/)).toBeInTheDocument();
  await expect.element(field).toHaveValue('something else');
  answer = () => ({ body: { ...unset, target, passphrase: { ...passphrase, confirmedAt: at } } });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Typed right on/)).toBeInTheDocument();
});

it('lists copies with their passphrase, begins one, and says how a test of a restore ended', async () => {
  const failed = { ...copy, name: 'b', state: 'Failed', bytes: 0, problem: 'full' };
  const drill = { at, ok: true, bills: 1204, seconds: 9, problem: null };
  state = { ...unset, target, passphrase, copies: [failed, { ...copy, recovery: '00000000' }], drill };
  await open('server.manage');
  await expect.element(page.getByText(/an earlier passphrase, 00000000/)).toBeInTheDocument();
  await expect.element(page.getByText(/The target is full/).first()).toBeInTheDocument();
  await expect.element(page.getByText(/Restore tested on .*: 1204 bills, 9 s/)).toBeInTheDocument();
  answer = () => ({ body: { ...unset, target, passphrase, work: 'copy', copies: [copy] } });
  await button('Copy now').click();
  await expect.element(page.getByText(/makes and sends a copy/)).toBeInTheDocument();
  expect(sent).toEqual([{ path: 'POST /run', body: {} }]);
});

it('fits every screen in both languages', async () => {
  const long = { ...target, path: `/mnt/${'x'.repeat(90)}` };
  state = { ...unset, isSameDisk: true, target: long, passphrase, copies: [copy] };
  await open('server.manage');
  for (const language of ['en', 'dv'] as const) {
    await changeLanguage(language);
    for (const [width, height] of staffSizes) {
      await page.viewport(width, height);
      await expect.element(page.getByText(/5e6f7a8b/).first()).toBeInTheDocument();
      expect(document.documentElement.scrollWidth, `${language} ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

it('prints a recovery sheet with shop, number of the passphrase, target and steps, and never the passphrase', async () => {
  const sftp = { kind: 'Sftp', host: 'files.lan', port: 22, path: '/copies', user: 'shop', hostKey: '' };
  state = { ...unset, target: sftp, passphrase: { ...passphrase, confirmedAt: at } };
  await open('server.manage');
  await button('Recovery sheet').click();
  const sheet = page.getByRole('dialog', { name: 'Recovery sheet' });
  await expect.element(sheet.getByText('5e6f7a8b', { exact: true })).toBeVisible();
  const words = () => document.querySelector('[data-report]')?.textContent ?? '';
  const target = 'sftp://shop@files.lan/copies';
  expect(words()).toContain(`sudo -u atoll /opt/atoll/atoll restore --from offsite --target '${target}'`);
  expect(words()).toContain('recovery-5e6f7a8b.age');
  expect(words()).toContain(useSession.getState().scope?.name ?? 'no shop');
  expect(words()).not.toMatch(/secret|password: |passphrase is [a-z]{6} /);
  const printed: (string | undefined)[] = [];
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append(...nodes);
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.contentWindow)
        node.contentWindow.print = () => {
          printed.push(node.contentDocument?.body.textContent ?? '');
          node.remove();
        };
  });
  await sheet.getByRole('button', { name: 'Print' }).click();
  vi.mocked(document.body.append).mockRestore();
  expect(printed).toEqual([words()]);
});
