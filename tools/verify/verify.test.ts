import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { addOutlet } from '../../apps/server/src/platform/store/testing/outlet.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { requireNode, root } from '../scripts/folder.mjs';

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-verify-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const verify = () => {
  const { status, stdout } = spawnSync(requireNode(), [join(root, 'tools/verify.ts')], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  return { status, lines: stdout.trim().split('\n') };
};

it('names a changed row of the history while the server runs', async () => {
  const store = await openStore({ dataDir }, { log: silentLog });
  const outletIds = [await addOutlet(store, { name: 'Reef' }), await addOutlet(store, { name: 'Lagoon' })];
  for (const outletId of outletIds)
    for (const action of ['Created', 'Updated', 'Closed'] as const)
      await store.writeOutlet(outletId, async (tx) =>
        tx.history({ subject: 'Setting', subjectKey: 'Name', action, userId: 7, deviceId: null, after: { action } }),
      );
  expect(verify()).toEqual({
    status: 0,
    lines: ['ok       Reef (outlet 1): 3 entries, none changed', 'ok       Lagoon (outlet 2): 3 entries, none changed'],
  });
  await store.close();

  const owner = new DatabaseSync(join(dataDir, 'atoll.db'));
  owner.exec(`drop trigger history_refuses_update; update history set user_id = 8 where outlet_id = 2 and seq = 2`);
  owner.close();
  const { status, lines } = verify();
  expect([status, lines[0]]).toEqual([1, 'ok       Reef (outlet 1): 3 entries, none changed']);
  expect(lines[1]).toMatch(
    /^CHANGED {2}Lagoon \(outlet 2\): entry 2 was changed.*: Setting Name, Updated by user 8, 20/,
  );
});
