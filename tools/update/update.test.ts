import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../apps/server/src/platform/store/sqlite/database.ts';
import { finishUpdate, readOutcomes } from '../../apps/server/src/platform/store/sqlite/update/update.ts';
import { Refusal } from './check.ts';
import { Killed, runUpdate, steps } from './run.ts';
import { type Installed, installed, simulatedService } from './testing/installed.ts';

let opened: Installed[] = [];
afterEach(() => {
  for (const one of opened) one.remove();
  opened = [];
});

function open(...args: Parameters<typeof installed>): Installed {
  const made = installed(...args);
  opened.push(made);
  return made;
}

/** A trial that leaves a mark in its copy, by which a test sees which store is in use. */
const marking = `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync(process.argv[2] + '/atoll.db');
db.exec("insert into secret (name, value, created_at) values ('trial', '', 0)");
db.close();
`;

const secrets = (dataDir: string): string[] => {
  const database = new SqliteDatabase(join(dataDir, 'atoll.db'));
  try {
    return database
      .run("select name from secret where name in ('sold', 'trial') order by name")
      .rows.map((row) => String(row['name']));
  } finally {
    database.close();
  }
};

const sell = (dataDir: string): void => {
  const database = new SqliteDatabase(join(dataDir, 'atoll.db'));
  database.exec("insert into secret (name, value, created_at) values ('sold', '', 0)");
  database.close();
};

/** Does what the next start of a server does, with the release that the link leads to. */
const nextStart = ({ dataDir, inUse }: Installed): void => finishUpdate(dataDir, inUse());

describe('before an update begins', () => {
  it('[R31.31] refuses another hash or signature, another machine, an older release and too little space', async () => {
    const { privateKey: key } = generateKeyPairSync('ed25519');
    const { privateKey: foreign } = generateKeyPairSync('ed25519');
    const shop = open('0.2.0', key);
    const service = simulatedService();
    const steps: string[] = [];
    const update = shop.update({ service, reached: (step) => void steps.push(step) });
    const why = (asked: { archive: string; sha256?: string | undefined }, more = {}): Promise<unknown> =>
      runUpdate({ ...update, ...more }, { sha256: undefined, ...asked }).catch((error: unknown) => error);
    const refused = (words: string | RegExp) =>
      expect.objectContaining({ constructor: Refusal, message: expect.stringMatching(words) });

    const changed = shop.archive({ version: '0.3.0' }, '');
    appendFileSync(changed.archive, 'x');
    expect(await why({ archive: changed.archive })).toEqual(refused('is not what SHA256SUMS says'));
    const foreignShop = open('0.2.0', foreign);
    const strange = foreignShop.archive({ version: '0.3.0' }, '');
    expect(await why({ archive: strange.archive })).toEqual(refused('not signed with the key that this release knows'));
    const unsigned = shop.archive({ version: '0.3.0' }, '');
    rmSync(join(unsigned.archive, '../SHA256SUMS.sig'));
    expect(await why({ archive: unsigned.archive })).toEqual(refused('add --sha256'));
    expect(await why({ archive: unsigned.archive, sha256: 'f'.repeat(64) })).toEqual(refused('another hash'));
    expect(await why({ archive: '/no/such.tar.gz' })).toEqual(refused('There is no file'));
    for (const [release, words] of [
      [{ version: '0.3.0', platform: 'sunos-x64' }, /is for sunos-x64, and this machine/],
      [{ version: '0.3.0', kind: 'print' }, /print server only/],
      [{ version: '0.1.9' }, /0\.1\.9 is older than 0\.2\.0, which runs/],
      [{ version: '0.2.0' }, /0\.2\.0 runs already/],
    ] as const)
      expect(await why(shop.archive(release, ''))).toEqual(refused(words));
    const log = join(shop.dataDir, 'atoll.db-wal');
    // A file with nothing in it, and the size of a store that has no room.
    writeFileSync(log, '');
    truncateSync(log, 4e12);
    expect(await why(shop.archive({ version: '0.3.0' }, ''))).toEqual(
      refused(/too little space in .*: 1200\d+ MB are needed/),
    );
    rmSync(log);
    const outside = [{ path: 'atoll/../../etc/passwd', content: Buffer.alloc(0), isProgram: false }];
    expect(await why(shop.archive({ version: '0.3.0' }, '', outside))).toEqual(refused('a path outside its folder'));

    // Nothing was unpacked or stopped, and the store says later what was refused.
    expect([steps, service.runs, readdirSync(join(shop.base, 'releases'))]).toEqual([[], true, ['0.2.0']]);
    expect(readOutcomes(shop.dataDir).list.map(({ outcome }) => outcome)).toContain('Refused');
  });

  it('changes nothing when no backup can be made, and the server runs on', async () => {
    const shop = open('0.1.0');
    const service = simulatedService();
    const stops: string[] = [];
    const stop = async (): Promise<void> => void stops.push('stopped');
    // Where the folder of backups has to be.
    writeFileSync(join(shop.dataDir, 'backups'), '');
    const failed = runUpdate(
      shop.update({ service: { ...service, stop } }),
      shop.archive({ version: '0.2.0' }, marking),
    ).catch((error: unknown) => error);
    expect(await failed).toEqual(
      expect.objectContaining({ constructor: Refusal, message: expect.stringMatching(/^No backup could be made, so/) }),
    );
    expect([stops, shop.inUse(), readdirSync(join(shop.base, 'releases'))]).toEqual([[], '0.1.0', ['0.1.0']]);
    expect(readOutcomes(shop.dataDir).list).toMatchObject([{ to: '0.2.0', outcome: 'Refused' }]);
  });

  it('refuses a second one at once', async () => {
    const shop = open('0.1.0');
    const asked = shop.archive({ version: '0.2.0' }, marking);
    let second: unknown;
    const reached = (step: string): void => {
      if (step === 'checked') second = runUpdate(shop.update(), asked).catch((error: Error) => error.message);
    };
    await runUpdate(shop.update({ reached }), asked);
    expect(await second).toBe('An update is under way');
  });
});

describe('an update', () => {
  it('takes the copy that the new release tried, and keeps one release before', async () => {
    const shop = open('0.1.0');
    sell(shop.dataDir);
    const service = simulatedService();
    const whileTrying: boolean[] = [];
    const reached = (step: string): void => void (step === 'tried' && whileTrying.push(service.runs));
    await runUpdate(shop.update({ service, reached }), shop.archive({ version: '0.2.0' }, marking));
    nextStart(shop);
    expect([shop.inUse(), secrets(shop.dataDir), service.runs]).toEqual(['0.2.0', ['sold', 'trial'], true]);
    // No sale was taken in between.
    expect(whileTrying).toEqual([false]);
    expect(readdirSync(join(shop.dataDir, 'backups')).some((file) => file.endsWith('-migration.db.zst'))).toBe(true);
    expect(readOutcomes(shop.dataDir).list).toMatchObject([{ from: '0.1.0', to: '0.2.0', outcome: 'Done' }]);
  });

  it('[R31.32] makes its backup while tills still sell, and loses nothing of that, whether it takes the new release or goes back', async () => {
    for (const [trial, more, inUse] of [
      [marking, 'trial', '0.2.0'],
      ["console.error('The app is damaged'); process.exit(1);", null, '0.1.0'],
    ] as const) {
      const shop = open('0.1.0');
      const service = simulatedService();
      let isServed: boolean | null = null;
      const reached = (step: string): void => {
        if (step !== 'backedUp') return;
        isServed = service.runs;
        sell(shop.dataDir);
      };
      await runUpdate(shop.update({ service, reached }), shop.archive({ version: '0.2.0' }, trial)).catch(
        () => undefined,
      );
      nextStart(shop);
      const kept = ['sold', ...(more === null ? [] : [more])];
      expect([isServed, shop.inUse(), secrets(shop.dataDir), service.runs]).toEqual([true, inUse, kept, true]);
      expect(readdirSync(join(shop.dataDir, 'backups'))).toHaveLength(1);
    }
  });

  it('comes to its end when its terminal is closed, so that the server does not stay stopped', async () => {
    const shop = open('0.1.0');
    const service = simulatedService();
    const reached = (step: string): void => void (step === 'stopped' && process.kill(process.pid, 'SIGHUP'));
    await runUpdate(shop.update({ service, reached }), shop.archive({ version: '0.2.0' }, marking));
    expect([shop.inUse(), service.runs]).toEqual(['0.2.0', true]);
    expect(shop.said).toContain('The update comes to its end first: to the new release, or back.');
  });

  it('goes back when the new release took the store and does not become ready', async () => {
    const shop = open('0.1.0');
    sell(shop.dataDir);
    const service = simulatedService();
    const broken = {
      ...service,
      start: async () => nextStart(shop),
      isReady: async () => shop.inUse() === '0.1.0',
    };
    const update = shop.update({ service: broken });
    // The trial had its time; the service gets less.
    const parts = { ...update, reached: (step: string): void => void (step === 'tried' && (parts.waitMs = 300)) };
    const failed = runUpdate(parts, shop.archive({ version: '0.2.0' }, marking));
    await expect(failed).rejects.toThrow(
      'did not become ready in 0.3 s. Release 0.1.0 runs again, with the store as it was',
    );
    expect([shop.inUse(), secrets(shop.dataDir)]).toEqual(['0.1.0', ['sold']]);
    expect(readOutcomes(shop.dataDir).list.at(-1)).toMatchObject({ to: '0.2.0', outcome: 'RolledBack' });
  });

  it('names what is damaged in a release by the words of the error, not by where it happened', async () => {
    const shop = open('0.1.0');
    const damaged = shop.archive({ version: '0.2.0' }, "import { salt } from 'node:fs';\nconsole.log(salt);");
    await expect(runUpdate(shop.update(), damaged)).rejects.toThrow(
      /^Release 0\.2\.0 was not taken: The requested module 'node:fs' does not provide an export named 'salt'\. Release 0\.1\.0 runs again/,
    );
  });

  it('[R31.33] waits for a trial as long as it makes progress, and ends one that shows none', async () => {
    const shop = open('0.1.0');
    const slow = `for (let i = 0; i < 4; i += 1) {
  await new Promise((done) => setTimeout(done, 1100));
  console.log('Migrated: ' + i);
}
${marking}`;
    await runUpdate(shop.update({ waitMs: 3000 }), shop.archive({ version: '0.2.0' }, slow));
    expect(shop.said).toContain('Migrated: 3');
    expect(shop.inUse()).toBe('0.2.0');

    const silent = open('0.1.0');
    const archive = silent.archive({ version: '0.2.0' }, "console.log('Migrated: 1'); setInterval(() => {}, 1000);");
    await expect(runUpdate(silent.update({ waitMs: 3000 }), archive)).rejects.toThrow(
      "it showed no progress for 3 s, after 'Migrated: 1'",
    );
    expect(silent.inUse()).toBe('0.1.0');
  });

  it.each(steps)('killed when it has reached "%s", is finished or taken back by the next start', async (last) => {
    const shop = open('0.1.0');
    sell(shop.dataDir);
    const asked = shop.archive({ version: '0.2.0' }, marking);
    const reached = (step: string): void => {
      if (step === last) throw new Killed();
    };
    await expect(runUpdate(shop.update({ reached }), asked)).rejects.toThrow(Killed);
    nextStart(shop);
    const isNew = last === 'switched' || last === 'started';
    expect([shop.inUse(), secrets(shop.dataDir)]).toEqual(isNew ? ['0.2.0', ['sold', 'trial']] : ['0.1.0', ['sold']]);
    for (const left of ['trial', 'updated.db', 'updated.json'])
      expect(existsSync(join(shop.dataDir, left))).toBe(false);
    // A further start, and a further update, find nothing of it.
    nextStart(shop);
    if (last !== 'kept') return;
    await runUpdate(shop.update(), asked);
    nextStart(shop);
    expect([shop.inUse(), secrets(shop.dataDir)]).toEqual(['0.2.0', ['sold', 'trial']]);
  });
});
