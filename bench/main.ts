/**
 * `npm run bench`: measures the figures of the project, each with its budget and the bare limit of the same run.
 * `--only calls,print` some sections · `--bills N`, `--many N` other stores · `--engine embedded` without PostgreSQL ·
 * `--quick` a few seconds · `--json FILE` the figures as JSON · `--profile DIR` profiles the server of the calls and
 * the print server (Node's --cpu-prof).
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Figure, isMet } from './figure.ts';
import { endAll } from './process.ts';
import { createRun, type Run, readOptions, type SectionName } from './run.ts';
import { sectionTable, summary } from './table.ts';

const sections: Readonly<Record<SectionName, (run: Run) => Promise<Figure[]>>> = {
  machine: async (run) => (await import('./sections/machine.ts')).measureMachine(run),
  calls: async (run) => (await import('./sections/calls.ts')).measureCalls(run),
  processes: async (run) => (await import('./sections/processes.ts')).measureProcesses(run),
  hub: async (run) => (await import('./sections/hub.ts')).measureHub(run),
  start: async (run) => (await import('./sections/start.ts')).measureStart(run),
  memory: async (run) => (await import('./sections/memory.ts')).measureMemory(run),
  collection: async (run) => (await import('./sections/collection.ts')).measureCollection(run),
  pages: async (run) => (await import('./sections/pages.ts')).measurePages(run),
  print: async (run) => (await import('./sections/print.ts')).measurePrint(run),
  menu: async (run) => (await import('./sections/menu.ts')).measureMenu(run),
  prices: async (run) => (await import('./sections/prices.ts')).measurePrices(run),
  wallets: async (run) => (await import('./sections/wallets.ts')).measureWallets(run),
  reports: async (run) => (await import('./sections/reports.ts')).measureReports(run),
  lists: async (run) => (await import('./sections/lists.ts')).measureLists(run),
  history: async (run) => (await import('./sections/history.ts')).measureHistory(run),
  growth: async (run) => (await import('./sections/growth.ts')).measureGrowth(run),
  web: async (run) => (await import('./sections/web.ts')).measureWeb(run),
  screen: async (run) => (await import('./sections/screen.ts')).measureScreen(run),
  floor: async (run) => (await import('./sections/floor.ts')).measureFloor(run),
  slowScreen: async (run) => (await import('./sections/slow-screen.ts')).measureSlowScreen(run),
  setup: async (run) => (await import('./sections/setup.ts')).measureSetup(run),
  longBill: async (run) => (await import('./sections/long-bill.ts')).measureLongBill(run),
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => loadavg()[0]?.toFixed(1) ?? '?';

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const run = createRun(options, say);
  const stop = (): void =>
    void endAll()
      .then(() => run.close())
      .then(() => process.exit(130));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  say(`${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, load ${load()}`);
  const figures: Figure[] = [];
  try {
    for (const name of options.only) {
      const before = load();
      const measured = await sections[name](run);
      figures.push(...measured);
      const groups = Map.groupBy(measured, (figure) => figure.section);
      for (const [section, some] of groups) say(`\n${sectionTable(section, some)}`);
      say(`  load ${before} before, ${load()} after`);
    }
  } finally {
    await endAll();
    await run.close();
  }
  say(`\n${summary(figures)}`);
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ at: new Date().toISOString(), processors: cpus().length, load: loadavg(), sizes: options.sizes, figures: figures.map((figure) => ({ ...figure, met: isMet(figure) })) }, null, 2)}\n`,
    );
}

await bench();
