/** Measures the machine itself, for comparison with the other figures. */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median } from '../figure.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';

const section = 'machine';
const connections = 16;
const page = Buffer.alloc(4096, 1);

/** Measures an empty call, and how long the disk takes to store a page. */
export async function measureMachine(run: Run): Promise<Figure[]> {
  const empty = startWorker('bare/empty.ts');
  const load = startWorker('load/main.ts');
  try {
    const port = await empty.ask<number>({ do: 'listen' });
    const ms = run.sizes.bareMs;
    await load.ask({ do: 'knock', port, connections, ms });
    const perSecond = await load.ask<number>({ do: 'knock', port, connections, ms });
    const note = `${connections} connections, one call after another`;
    return [
      { section, name: 'empty answers of the HTTP framework', value: perSecond, unit: '/s', note },
      { section, name: 'a page written and kept, p50', value: median(keptMs(run.isQuick ? 10 : 500)), unit: 'ms' },
    ];
  } finally {
    await load.stop();
    await empty.stop();
  }
}

/** Returns how long each page takes to be on the disk, in ms. */
function keptMs(pages: number): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  const file = openSync(join(folder, 'pages'), 'w');
  try {
    return Array.from({ length: pages }, () => {
      const startedAt = performance.now();
      writeSync(file, page);
      fsyncSync(file);
      return performance.now() - startedAt;
    });
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
