import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Machine } from './machine.ts';
import { type ReadFirstVisit, runSetup } from './run.ts';
import { type LinuxMachine, linuxMachine } from './testing/linux-machine.ts';

const opened: LinuxMachine[] = [];

function fresh(options: Parameters<typeof linuxMachine>[0] = {}): LinuxMachine {
  const made = linuxMachine(options);
  opened.push(made);
  return made;
}

afterEach(() => {
  for (const { remove } of opened.splice(0)) remove();
});

interface Played {
  readonly code: number;
  /** What setup printed, and its questions. */
  readonly said: string[];
  readonly asked: string[];
}

/** A server that has made nothing yet. */
const nothingMade: ReadFirstVisit = async () => ({ ownerCode: null, fingerprint: null });

const noServer = async (): Promise<string> => {
  throw new Error('it does not answer');
};

/** Runs setup; the person types the lines, then ends the input. */
async function play(
  { machine }: { machine: Machine },
  args: string,
  typed: readonly string[] = [],
  firstVisit = nothingMade,
  fetchAuthority = noServer,
): Promise<Played> {
  const [said, asked]: [string[], string[]] = [[], []];
  const lines = [...typed];
  const code = await runSetup(args === '' ? [] : args.split(' '), {
    dialog: {
      say: (line) => void said.push(line),
      ask: async (question) => {
        asked.push(question);
        return lines.shift() ?? null;
      },
    },
    open: () => machine,
    firstVisit,
    fetchAuthority,
    release: {
      folder: '/opt/atoll',
      node: '/opt/atoll/node',
      command: ['/opt/atoll/node', '/opt/atoll/tools/setup.ts'],
    },
  });
  return { code, said, asked };
}

const read = ({ folder }: LinuxMachine, path: string): string => readFileSync(join(folder, path), 'utf8');
const stepsOf = ({ said }: Played): string[] => said.filter((line) => /^ +\d+\. /.test(line));
const nothing = 'Nothing to change.';

it("[R31.19] asks at most seven questions with defaults, prints the plan, and acts after 'yes'", async () => {
  const pc = fresh();
  const before = pc.state();
  const refused = await play(pc, '', ['', '', '', '', '', '', '', 'y']);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.asked).toHaveLength(8);
  expect(refused.asked[7]).toMatch(/'yes'/);
  const defaults = refused.asked.slice(0, 7).map((question) => /\[(.+)\] $/.exec(question)?.[1]);
  expect(defaults).toEqual(['server', 'Atoll', '192.168.1.10', 'none', 'own', 'yes', 'none']);
  expect(stepsOf(refused).length).toBeGreaterThan(5);
  expect(pc.state()).toEqual(before);

  const agreed = await play(pc, '', ['', 'Reef Café', '', '', '', '', '', 'yes']);
  expect(agreed.code).toBe(0);
  expect(stepsOf(agreed)).toHaveLength(stepsOf(refused).length);
  expect(read(pc, '/etc/atoll/server.env')).toBe(
    "SHOP_NAME='Reef Café'\nTLS='own'\nHOST='0.0.0.0'\nDEMO='0'\nDATA_DIR='/var/lib/atoll'\n",
  );
  expect([...pc.enabled, ...pc.active]).toEqual(['atoll.service', 'atoll.service']);
});

it('[R31.19] takes every answer as a flag, changes nothing with --dry-run, and does not ask with --yes', async () => {
  const answers =
    '--role server --shop Reef --address 192.168.1.10 --name pos.home.arpa --tls off --start yes --system none --offsite sftp://shop@files.lan/copies';
  const pc = fresh();
  const before = pc.state();
  const dry = await play(pc, `${answers} --dry-run`);
  expect(dry).toMatchObject({ code: 0, asked: [] });
  expect(stepsOf(dry).join('\n')).toMatch(/server\.env[^]+atoll\.service/);
  expect(pc.state()).toEqual(before);
  const asked = await play(pc, answers, ['yes']);
  expect(asked).toMatchObject({ code: 0, asked: ["Type 'yes' to go on: "] });
  expect(read(pc, '/etc/atoll/server.env')).toContain("PUBLIC_URL='http://pos.home.arpa:8080'");
  expect(read(pc, '/etc/atoll/server.env')).toContain("OFFSITE_TARGET='sftp://shop@files.lan/copies'");

  const till = fresh();
  expect(await play(till, '--role till --address https://pos.home.arpa --yes')).toMatchObject({ code: 0, asked: [] });
  expect(read(till, '/etc/atoll/print-server.env')).toContain("PRINT_ORIGINS='https://pos.home.arpa'");
  expect([...till.active]).toEqual(['atoll-print-server.service']);
});

it('asks again after each wrong answer, and names a flag that is wrong, missing or of the other role', async () => {
  const pc = fresh();
  const typed = [
    'cafe',
    '',
    "a'b$c",
    '',
    '8.8.8.8',
    '',
    'x y',
    '',
    'acme',
    '/no/cert,/no/key',
    '',
    'perhaps',
    '',
    'copies',
    '/mnt/none/copies',
    '',
  ];
  const wrong = typed.filter((line) => line !== '');
  const played = await play(pc, '', typed);
  expect(played.asked).toHaveLength(7 + wrong.length + 1);
  expect(played.said.join('\n')).toMatch(
    /'cafe' is not server or till[^]+apostrophe[^]+'8\.8\.8\.8'[^]+no name such as[^]+acme needs a name[^]+no file \/no\/cert[^]+'perhaps'[^]+'copies' is not none[^]+no folder \/mnt\/none/,
  );
  const problems = {
    '--role cafe': /^--role: 'cafe' is not server or till/,
    '--tls acme --yes': /^--tls: acme needs a name that the internet knows, such as pos\.example\.com, not 'none'/,
    '--tls acme --name pos.home.arpa --yes': /^--tls: acme needs a name that the internet knows/,
    '--tls public --yes': /^--tls: 'public' is not own, acme, off/,
    '--till https://pos --role server --yes': /^--till is --role till --address/,
    '--till https://pos --fingerprint 4F2A --yes': /^--fingerprint: '4F2A' is not the 16 digits/,
    '--till http://pos:8080 --fingerprint 4f2a91c077de0b13 --yes':
      /^--fingerprint: A server without https has no authority/,
    '--till https://pos --fingerprint 4f2a91c077de0b13 --yes':
      /^https:\/\/pos did not give the certificate of its authority: it does not answer/,
    '--role till --yes': /^--address is missing. What is the address of the server/,
    '--role till --shop Reef --yes': /^--shop is not for a till/,
    '--role till --address https://pos/path --yes': /^--address: 'https:\/\/pos\/path' is no address/,
    '--offsite s3 --yes': /^--offsite: 's3' is not none, the whole path of a folder, or an address/,
    '--offsite http://shop@dav.lan/copies --yes': /^--offsite: Choose https, or a folder/,
    '--offsite https://shop:secret@dav.lan/copies --yes': /^--offsite: Leave the password out/,
    '--offsite /home/ali/copies --yes': /^--offsite: Services cannot write in \/home\/ali\/copies/,
    '--system all --yes': /^--system: 'all' is not both, firewall, sleep or none/,
    '--shop = --name a_b --yes': /^--name/,
  };
  for (const [args, problem] of Object.entries(problems)) {
    const refused = await play(pc, args);
    expect(refused.code).toBe(1);
    expect(
      refused.said.find((line) => problem.test(line)),
      args,
    ).toBeDefined();
  }
});

it('takes the settings of a former server that a restore brought, once: its name, https and copies; the address is its own', async () => {
  const pc = fresh();
  await play(pc, '--yes --start no');
  const restored =
    "SHOP_NAME='Reef'\nTLS='own'\nPUBLIC_URL='https://192.168.7.7'\nOFFSITE_TARGET='sftp://shop@files.lan/copies'\n";
  writeFileSync(join(pc.folder, '/var/lib/atoll/restored.env'), restored);
  expect(await play(pc, '--yes --start yes')).toMatchObject({ code: 0 });
  expect(read(pc, '/etc/atoll/server.env')).toBe(
    "TLS='own'\nHOST='0.0.0.0'\nDEMO='0'\nDATA_DIR='/var/lib/atoll'\nSHOP_NAME='Reef'\nPUBLIC_URL='https://192.168.1.10'\nOFFSITE_TARGET='sftp://shop@files.lan/copies'\n",
  );
  // All else of them the service reads itself; its own settings come later, and count.
  expect(read(pc, '/etc/systemd/system/atoll.service')).toMatch(
    /^EnvironmentFile=-\/var\/lib\/atoll\/restored\.env\nEnvironmentFile=-\/etc\/atoll\/server\.env$/m,
  );
  await play(pc, '--yes --shop Lagoon');
  expect((await play(pc, '--yes')).said[0]).toBe(nothing);
  expect(read(pc, '/etc/atoll/server.env')).toContain("SHOP_NAME='Lagoon'");
});

it('makes the folder of copies for the server, lets the service write there, and takes back an empty one alone', async () => {
  const pc = fresh();
  mkdirSync(join(pc.folder, '/mnt/disk'), { recursive: true });
  const before = pc.state();
  const { code, said } = await play(pc, '--yes --offsite /mnt/disk/atoll');
  expect([code, said.at(-1)]).toEqual([0, expect.stringContaining('Setup is done.')]);
  expect(pc.ran).toContain('install -d -m 700 -o atoll -g atoll /mnt/disk/atoll');
  // The service finds the folder at its start.
  const place = (line: string) => pc.ran.findIndex((one) => one.startsWith(line));
  expect(place('install')).toBeLessThan(place('systemctl restart'));
  expect(read(pc, '/etc/atoll/server.env')).toContain("OFFSITE_TARGET='/mnt/disk/atoll'");
  expect(read(pc, '/etc/systemd/system/atoll.service')).toContain('\nReadWritePaths=-/mnt/disk/atoll\n');
  expect((await play(pc, '--yes')).said[0]).toBe(nothing);
  writeFileSync(join(pc.folder, '/mnt/disk/atoll/copy.age'), 'copy');
  await play(pc, '--undo --yes');
  expect(read(pc, '/mnt/disk/atoll/copy.age')).toBe('copy');
  rmSync(join(pc.folder, '/mnt/disk/atoll'), { recursive: true });
  expect(pc.state()).toEqual(before);
});

it('refuses a shop name that readers of the file would change, a folder of a person, and an app that is not built', async () => {
  const pc = fresh();
  const named = await play(pc, '', ['server', "Ali's $hop", 'Reef']);
  expect(named.said).toContainEqual('A name with no apostrophe together with " $ or `.');
  const at = (folder: string): Promise<number> =>
    runSetup(['--yes'], {
      dialog: { say: (line) => void said.push(line), ask: async () => null },
      open: () => pc.machine,
      firstVisit: nothingMade,
      fetchAuthority: noServer,
      release: { folder, node: '/opt/atoll/node', command: [] },
    });
  const said: string[] = [];
  expect(await at('/home/ali/atoll')).toBe(1);
  expect(said.at(-1)).toMatch(/Move the folder of Atoll to \/opt\/atoll/);
  rmSync(join(pc.folder, '/opt/atoll/apps/web/dist'), { recursive: true });
  expect(await at('/opt/atoll')).toBe(1);
  expect(said.at(-1)).toMatch(/npm run build/);
});

it("[R31.20] says 'Nothing to change' a second time, and takes its own changes back in reverse order", async () => {
  const pc = fresh();
  pc.masked.add('suspend.target');
  pc.rules.add("ufw allow from 192.168.1.0/24 to any port 80 proto tcp comment 'Mine'");
  mkdirSync(join(pc.folder, '/etc/atoll'));
  writeFileSync(
    join(pc.folder, '/etc/atoll/server.env'),
    '# mine\nDATABASE_URL=postgres://atoll@localhost/atoll\nTLS=off\n',
  );
  const before = pc.state();
  expect(await play(pc, '--yes --shop Reef')).toMatchObject({ code: 0 });
  const steps = read(pc, '/etc/atoll/setup.json');
  const after = pc.state();
  expect(read(pc, '/etc/atoll/server.env')).toMatch(/^# mine\nDATABASE_URL=postgres[^]+\nTLS='own'/);
  const again = await play(pc, '--yes');
  expect(again).toMatchObject({ code: 0 });
  expect(again.said[0]).toBe(nothing);
  expect(pc.state()).toEqual(after);

  // Only the name is written again, and the server starts again with it.
  const renamed = await play(pc, '--yes --shop Lagoon');
  expect(stepsOf(renamed)).toHaveLength(2);
  expect(await play(pc, '--yes --name pos.home.arpa')).toMatchObject({ code: 0 });
  expect(read(pc, '/etc/atoll/server.env')).toContain('PUBLIC_URL');
  expect(await play(pc, '--yes --name none')).toMatchObject({ code: 0 });
  expect(read(pc, '/etc/atoll/server.env')).not.toContain('PUBLIC_URL');
  const undone = await play(pc, '--undo --yes');
  expect(undone.code).toBe(0);
  const ids = (JSON.parse(steps) as { entries: { change: { undoes: string } }[] }).entries.map(
    ({ change }) => change.undoes,
  );
  expect(stepsOf(undone).map((line) => line.replace(/^ +\d+\. /, ''))).toEqual(ids.toReversed());
  expect(withoutOrder(pc.state())).toEqual(withoutOrder(before));
  expect((await play(pc, '--undo --yes')).said).toEqual(['Nothing to take back.']);
});

/** The lines of the settings may be in another order and have quotes. */
const withoutOrder = (state: unknown): unknown => {
  const { files, ...rest } = state as { files: Record<string, string> };
  const { 'etc/atoll/server.env': settings = '', ...others } = files;
  const lines = settings.replace(/^\d+ /, '').replaceAll("'", '').split('\n');
  return { ...rest, others, lines: lines.toSorted() };
};

it('[R31.20] never touches data, backups or the authority when it takes its changes back, and keeps their owner', async () => {
  const pc = fresh();
  await play(pc, '--yes');
  const data = { 'atoll.db': 'sales', 'backups/one.db.zst': 'copy', 'tls/authority.json': 'key' };
  for (const [path, content] of Object.entries(data)) {
    mkdirSync(join(pc.folder, '/var/lib/atoll', path, '..'), { recursive: true });
    writeFileSync(join(pc.folder, '/var/lib/atoll', path), content);
  }
  // Settings and a unit that a person changed since are theirs.
  writeFileSync(
    join(pc.folder, '/etc/atoll/server.env'),
    `${read(pc, '/etc/atoll/server.env')}SMTP_URL='smtp://mail'\n`,
  );
  writeFileSync(join(pc.folder, '/etc/systemd/system/atoll.service'), '# mine');
  const { code, said } = await play(pc, '--undo --yes');
  expect(code).toBe(0);
  for (const [path, content] of Object.entries(data)) expect(read(pc, `/var/lib/atoll/${path}`)).toBe(content);
  expect(said).toContain('The user atoll stays: the data in /var/lib/atoll is theirs.');
  expect(said).toContain('/etc/systemd/system/atoll.service stays: it was changed after setup wrote it.');
  expect(read(pc, '/etc/passwd')).toContain('atoll:');
  expect(read(pc, '/etc/atoll/server.env')).toBe("SMTP_URL='smtp://mail'\n");
  expect([pc.enabled.size, pc.active.size, pc.masked.size, pc.rules.size]).toEqual([0, 0, 0, 0]);
});

/** Ends setup at its n-th change, before or after it took effect, as a kill does. */
function killedAt(n: number): { pc: LinuxMachine; machine: Machine; wasKilled: () => boolean } {
  const pc = fresh();
  const isChange = (line: string): boolean =>
    !/^(grep|readlink|systemctl (show|is-enabled)|ufw (show|status)|sudo)/.test(line);
  let count = 0;
  const step = <T>(call: () => T): T => {
    count += 1;
    if (count === n) throw new Error('killed before');
    const result = call();
    count += 1;
    if (count === n) throw new Error('killed after');
    return result;
  };
  const { machine } = pc;
  return {
    pc,
    wasKilled: () => count >= n,
    machine: {
      ...machine,
      run: async (program, args) =>
        isChange([program, ...args].join(' ')) ? step(() => machine.run(program, args)) : machine.run(program, args),
      write: (...args) => step(() => machine.write(...args)),
      remove: (...args) => step(() => machine.remove(...args)),
      makeFolder: (...args) => step(() => machine.makeFolder(...args)),
      removeFolder: (...args) => step(() => machine.removeFolder(...args)),
    },
  };
}

it('follows a new address of the router: the rules of the old network are taken back, and are not left by --undo', async () => {
  const pc = fresh();
  const before = pc.state();
  await play(pc, '--yes');
  const moved = {
    machine: { ...pc.machine, addresses: () => [{ address: '10.0.0.7', range: '10.0.0.0/24' as const }] },
  };
  expect(await play(moved, '--yes')).toMatchObject({ code: 0 });
  expect([...pc.rules].filter((rule) => rule.includes('192.168'))).toEqual([]);
  expect([...pc.rules].filter((rule) => rule.includes('10.0.0.0/24'))).toHaveLength(3);
  expect((await play(moved, '--yes')).said[0]).toBe(nothing);
  await play(moved, '--undo --yes');
  expect(pc.state()).toEqual(before);
});

it('goes on, or takes everything back, after it was killed at any step', async () => {
  const whole = fresh();
  const start = whole.state();
  await play(whole, '--yes --system none');
  const end = whole.state();
  let steps = 0;
  for (let n = 1; ; n += 1) {
    const killed = killedAt(n);
    await play(killed, '--yes --system none');
    if (!killed.wasKilled()) break;
    steps += 1;
    const isAgain = n % 2 === 0;
    expect(await play(killed.pc, isAgain ? '--yes --system none' : '--undo --yes')).toMatchObject({ code: 0 });
    expect(killed.pc.state(), `killed at ${n}`).toEqual(isAgain ? end : start);
    killed.pc.remove();
  }
  expect(steps).toBeGreaterThan(30);
});

it('starts the server again when it was killed between new settings and the start', async () => {
  const pc = fresh();
  await play(pc, '--yes');
  const killing: Machine = {
    ...pc.machine,
    run: (program, args) => {
      if (args[0] === 'restart') throw new Error('killed');
      return pc.machine.run(program, args);
    },
  };
  await play({ machine: killing }, '--yes --shop Reef');
  const restarts = pc.ran.filter((line) => line.includes('restart')).length;
  const again = await play(pc, '--yes');
  expect(stepsOf(again)).toHaveLength(1);
  expect(pc.ran.filter((line) => line.includes('restart'))).toHaveLength(restarts + 1);
});

it('names the program that failed, and what to do then', async () => {
  const pc = fresh();
  const machine: Machine = {
    ...pc.machine,
    run: async (program, args) =>
      args[0] === 'enable' ? { code: 1, out: 'Unit is bad' } : pc.machine.run(program, args),
  };
  const { code, said } = await play({ machine }, '--yes');
  expect(code).toBe(1);
  expect(said.slice(-2)).toEqual([
    'systemctl enable atoll.service ended with 1: Unit is bad',
    'What was done is recorded. Run setup again to go on, or setup --undo to take it back.',
  ]);
  writeFileSync(join(pc.folder, '/etc/atoll/setup.json'), '{"entries":');
  expect((await play(pc, '--yes')).said[0]).toMatch(/setup\.json is damaged/);
});

it('shows the owner code and the digits of the authority, also a second time, as the server in its folder has them', async () => {
  const pc = fresh();
  const asked: unknown[] = [];
  const made: ReadFirstVisit = async (...about) => {
    asked.push(about);
    return { ownerCode: 'ABCD-EFGH', fingerprint: '4F2A 91C0 77DE 0B13' };
  };
  const lines = [/^Owner code: ABCD-EFGH\. /, /^Fingerprint of the shop's authority: 4F2A 91C0 77DE 0B13\. /];
  for (const args of ['--yes', '--yes']) {
    const { said } = await play(pc, args, [], made);
    for (const line of lines) expect(said.filter((one) => line.test(one))).toHaveLength(1);
  }
  const own = { hasAuthority: true, hasStore: true };
  expect(asked).toEqual([
    ['/var/lib/atoll', own, true],
    ['/var/lib/atoll', own, false],
  ]);
  // Nothing runs yet, or never by setup.
  for (const args of ['--yes --dry-run --tls off', '--yes --start no', '--role till --address https://pos --yes'])
    expect((await play(fresh(), args, [], made)).said.join('\n')).not.toMatch(/ABCD|4F2A/);
  expect(asked).toHaveLength(2);
});

it('offers a certificate of a public authority for a public name, and says what its proof needs', async () => {
  const pc = fresh();
  const { code, said } = await play(pc, '--yes --tls acme --name pos.example.com');
  expect(code).toBe(0);
  expect(read(pc, '/etc/atoll/server.env')).toMatch(/TLS='acme'\nPUBLIC_URL='https:\/\/pos\.example\.com'/);
  expect(said.join('\n')).toMatch(/proof at http:\/\/pos\.example\.com\/ from the internet\. Setup does not open that/);
});

it('[R31.21] changes nothing without the rights, ends with 2, prints the command, and never raises its rights', async () => {
  const pc = fresh({ isAdministrator: false });
  const before = pc.state();
  for (const args of ['--yes --shop Reef --name $x', '', '--undo --yes', '--undo']) {
    const { code, said, asked } = await play(pc, args);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    const words = args.replace('$x', "'$x'");
    expect(said.join('\n')).toContain(`  sudo /opt/atoll/node /opt/atoll/tools/setup.ts ${words}`.trimEnd());
  }
  expect(pc.state()).toEqual(before);
  // It asks whether there is such a program, and runs nothing by it.
  expect(new Set(pc.ran)).toEqual(new Set(['sudo --version']));
  const dry = await play(pc, '--yes --dry-run');
  expect(stepsOf(dry).join('\n')).toMatch(/Allow TCP 443 from 192\.168\.1\.0\/24/);
  expect(pc.state()).toEqual(before);
});

it('[R31.23] prints the rule of the firewall, and with consent sets it and switches sleep off on a server', async () => {
  const rule = /TCP 443 and 80, and UDP 5353 from 192\.168\.1\.0\/24/;
  const all = ['both', 'firewall', 'sleep', 'none'];
  for (const consent of all) {
    const pc = fresh();
    const { said } = await play(pc, `--yes --system ${consent}`);
    expect(said.find((line) => rule.test(line))).toMatch(/^The firewall has to allow/);
    const [opens, stays] = [consent === 'both' || consent === 'firewall', consent === 'both' || consent === 'sleep'];
    const ruled = ['port 443 proto tcp', 'port 80 proto tcp', 'port 5353 proto udp'];
    expect([...pc.rules]).toEqual(
      opens ? ruled.map((one) => `ufw allow from 192.168.1.0/24 to any ${one} comment 'Atoll'`) : [],
    );
    const targets = ['sleep.target', 'suspend.target', 'hibernate.target', 'hybrid-sleep.target'];
    expect([...pc.masked]).toEqual(stays ? targets : []);
  }
  const files = fresh();
  for (const path of ['/etc/cert.pem', '/etc/key.pem']) writeFileSync(join(files.folder, path), '');
  const own = await play(files, '--yes --tls /etc/cert.pem,/etc/key.pem');
  expect(own.said.join('\n')).not.toContain('5353');
  expect([...files.rules]).toHaveLength(2);
  const open = fresh({ hasUfw: false });
  const printed = await play(open, '--yes');
  expect(printed.said.find((line) => rule.test(line))).toMatch(/No firewall that setup can set/);
  const till = fresh();
  await play(till, '--role till --address https://pos.home.arpa --yes');
  expect([till.rules.size, till.masked.size]).toEqual([0, 0]);
});
