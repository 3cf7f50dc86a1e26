import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage } from '../../../locale/locale.ts';
import { useSession } from '../../../session/session.ts';
import { fakeServer, type Reply } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../../ui/hook/testing.tsx';
import { SettingsScreen } from '../settings-screen.tsx';

const dayMs = 24 * 3600 * 1000;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const url = 'http://192.168.1.20/hello';
const trust = (days: number) => ({
  mode: 'own',
  origin: 'https://pos.reef.lan',
  names: ['pos.reef.lan', 'reef-office-computer.local', 'localhost'],
  addresses: ['127.0.0.1', '::1', '192.168.1.20'],
  fingerprint: `4f2a91c077de0b13${'0'.repeat(48)}`,
  hello: url,
  notAfter: new Date(Date.now() + days * dayMs + 60_000).toISOString(),
  problem: null,
  release: '0.2.0',
  now: new Date().toISOString(),
});
const since = '2026-11-24T03:05:00.000Z';
const thing = (item: string, level: string, reason: string, action = 'none', values = {}) => ({
  item,
  level,
  reason,
  values,
  action,
  since,
});
const care = [
  thing('disk', 'Good', 'diskFree', 'none', { free: '50.0 GB', total: '100.0 GB' }),
  thing('certificate', 'Watch', 'certificateFailed', 'renew', { until: '2026-12-24T03:05:00.000Z' }),
  thing('clock', 'Bad', 'clockWrong', 'setClock'),
  thing('offsite', 'Off', 'offsiteNone', 'setOffsite'),
];
const bundle = {
  name: 'atoll-support-2026-11-24.json',
  files: [{ name: 'versions.json', text: '{"release":"0.2.0"}' }],
};
let renewal: Reply;
let alerts: ReturnType<typeof thing>[];
let things: typeof care;

beforeEach(async () => {
  await openTill();
  renewal = { body: trust(395) };
  alerts = [];
  things = care;
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/app/care') return { body: [...things, ...alerts] };
    if (path === '/app/support-bundle') return { body: bundle };
    if (path === '/app/trust') return { body: trust(12) };
    if (path === '/app/trust/renew') return renewal;
    if (path === '/app/trust/code') return { body: { svg } };
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

/** Opens the settings of somebody with these permissions. */
async function open(...permissions: string[]): Promise<void> {
  await openAt('trust', ...permissions);
}

async function openAt(section: string, ...permissions: string[]): Promise<void> {
  const user = useSession.getState().user;
  if (!user) throw new Error('nobody is signed in');
  useSession.setState({ user: { ...user, permissions: ['Settings', 'settings.manage', ...permissions] } });
  await showAt(`/settings?section=${section}`, <SettingsScreen />);
}

it('shows the fingerprint, names and days left, renews the certificate, and has the code for a device', async () => {
  await open('server.manage');
  await expect.element(page.getByText('4F2A 91C0 77DE 0B13')).toBeVisible();
  await expect.element(page.getByText('https://pos.reef.lan')).toBeVisible();
  const names = page.getByRole('list', { name: 'Valid for' }).getByRole('listitem');
  expect(names.elements().map((one) => one.textContent)).toEqual([
    'pos.reef.lan',
    'reef-office-computer.local',
    'localhost',
    '127.0.0.1',
    '::1',
    '192.168.1.20',
  ]);
  await expect.element(page.getByText('12 days')).toBeVisible();
  await page.getByRole('button', { name: 'Renew now' }).click();
  await expect.element(page.getByText('395 days')).toBeVisible();
  await expect.element(page.getByRole('img', { name: `QR code of ${url}` })).toBeVisible();
});

it('says why nothing was renewed when the clock of the server is wrong', async () => {
  renewal = { status: 409, body: { message: 'The clock of the server is wrong', reason: 'serverClockWrong' } };
  await open('server.manage');
  await page.getByRole('button', { name: 'Renew now' }).click();
  await expect.element(page.getByText('The clock of the server is wrong')).toBeVisible();
  await expect.element(page.getByText('12 days')).toBeVisible();
});

it('is not there for somebody who may change settings but not the server', async () => {
  await open();
  await expect.element(page.getByRole('button', { name: 'Backup' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Trust' }).elements()).toHaveLength(0);
});

it('fits every screen of the staff, in English and Dhivehi', async () => {
  await open('server.manage');
  await expect.element(page.getByText('4F2A 91C0 77DE 0B13')).toBeVisible();
  for (const language of ['en', 'dv'] as const) {
    await changeLanguage(language);
    for (const [width, height] of staffSizes) {
      await page.viewport(width, height);
      await expect.element(page.getByText('4F2A 91C0 77DE 0B13')).toBeVisible();
      expect(document.documentElement.scrollWidth, `${language} ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

it('opens Care, far down the list of sections, at its heading, with its entry in sight', async () => {
  await page.viewport(1280, 800);
  await openAt('care', 'server.manage');
  await expect.element(page.getByText('Something needs you')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Settings', exact: true })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('button', { name: 'Care', exact: true })).toBeInViewport({ ratio: 1 });
});

it('[R31.42] Care shows each thing with Good, Watch, Bad or Off, the worst first, its reason, since when, and one action', async () => {
  await openAt('care', 'server.manage');
  await expect.element(page.getByText('Something needs you')).toBeVisible();
  const rows = page.getByRole('listitem');
  expect(rows.elements().map((row) => row.textContent?.replace(/\s+/g, ' '))).toEqual([
    'Clock of the serverThe clock of the server is wrong. Since 24-Nov-2026 08:05.Set the date and time of the server, then start Atoll again.Bad',
    'CertificateIt could not be renewed. It is valid until 24-Dec-2026 08:05. Since 24-Nov-2026 08:05.Renew the certificate.WatchTrust',
    'Disk50.0 GB of 100.0 GB is free. Since 24-Nov-2026 08:05.Good',
    'Off-site copyThe server makes no copies elsewhere. Since 24-Nov-2026 08:05.Choose where copies go, and a passphrase.OffOff-site copies',
  ]);
});

it('Care names what is off where nothing is wrong, and says that all is well where nothing is off', async () => {
  const [good, , , off] = care;
  things = [good, off, thing('alerts', 'Off', 'alertsNone', 'setAlerts')] as typeof care;
  await openAt('care', 'server.manage');
  await expect.element(page.getByText('Nothing is wrong. Off: Off-site copy · Messages')).toBeVisible();
  things = [good] as typeof care;
  await openAt('care', 'server.manage');
  await expect.element(page.getByText('All is well')).toBeVisible();
});

it('Care says which variables of the server are set for messages, and what they are for', async () => {
  const set = { targets: '2', mails: '2', mailServer: '0', webhooks: '0', heartbeat: '0', minutes: '15' };
  alerts = [thing('alerts', 'Watch', 'alertsKept', 'setMailServer', set)];
  await openAt('care', 'server.manage');
  const group = page.getByRole('region', { name: 'Who is told when something is bad' });
  await expect.element(group.getByText('CARE_MAILS', { exact: true })).toBeVisible();
  const rows = [...group.element().children].slice(2).map((row) => row.textContent);
  expect(rows).toEqual([
    'CARE_MAILSEmail addresses that get a message, with commas between themSet: 2',
    'SMTP_URLThe mail server that sends them, like smtps://name:password@mail.example.comNot set',
    'CARE_WEBHOOKSPrograms that get the same message. They also need CARE_WEBHOOK_SECRETNot set',
    'HEARTBEAT_URLA service that tells you when this server stops, also when its PC is offNot set',
    'CARE_MINUTESMinutes that a thing is bad before somebody is told15',
  ]);
  await expect
    .element(page.getByText(/^Mails are not sent. They become files in the data folder of the server/))
    .toBeVisible();
});

it('[R31.44] shows the files of the support bundle before they are saved', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return '#saved';
  });
  await openAt('care', 'server.manage');
  await page.getByRole('button', { name: 'Support bundle' }).click();
  const file = page.getByText('versions.json');
  await expect.element(file).toBeVisible();
  expect(saved).toEqual([]);
  await file.click();
  await expect.element(page.getByText('{"release":"0.2.0"}')).toBeVisible();
  await page.getByRole('button', { name: 'Save the files' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(bundle.files);
  vi.restoreAllMocks();
});
