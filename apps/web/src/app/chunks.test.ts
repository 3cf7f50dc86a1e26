import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkNames, isLoadedBefore } from '../../bundle/chunks.ts';
import { partsInOne, partsModule, partsOf } from '../../bundle/parts-in-one.ts';

const at = (path: string): string => join(import.meta.dirname, '..', path);
const imports: Readonly<Record<string, readonly string[]>> = {
  'app/boot.tsx': ['app/app.tsx'],
  'app/app.tsx': ['ui/button.tsx', 'app/boot.tsx'],
  'ui/button.tsx': [],
  'app/till-screens.ts': ['app/signed-in-frame.tsx', 'features/bill/bill-screen.tsx'],
  'app/signed-in-frame.tsx': ['ui/button.tsx', 'ui/dialog.tsx'],
  'ui/dialog.tsx': ['ui/button.tsx'],
  'features/bill/bill-screen.tsx': ['features/bill/lines.tsx', 'ui/dialog.tsx'],
  'features/bill/lines.tsx': [],
  'ui/overlay/popup.tsx': ['ui/overlay/menu.tsx', 'ui/button.tsx'],
  'ui/overlay/menu.tsx': [],
  'features/user/users-screen.tsx': ['features/user/row.tsx', 'ui/field.tsx'],
  'features/bill/note-dialog.tsx': ['ui/field.tsx', 'ui/dialog.tsx', 'features/bill/note.ts'],
  'ui/field.tsx': [],
  'features/bill/note.ts': [],
};
/** What some modules import when they need it. */
const importedLater: Readonly<Record<string, readonly string[]>> = {
  'app/route/screen-loaders.ts': ['features/user/users-screen.tsx'],
};
const modules = {
  getModuleInfo: (id: string) => {
    if (id === partsModule) return { importedIds: [at('features/bill/note-dialog.tsx')], dynamicallyImportedIds: [] };
    const named = (table: typeof imports) =>
      Object.entries(table)
        .find(([path]) => at(path) === id)?.[1]
        .map(at);
    const [importedIds, dynamicallyImportedIds] = [named(imports), named(importedLater)];
    if (!importedIds && !dynamicallyImportedIds) return null;
    return { importedIds: importedIds ?? [], dynamicallyImportedIds: dynamicallyImportedIds ?? [] };
  },
};

describe('the files of the app', () => {
  const chunkOf = (path: string): string | null => chunkNames()(at(path), modules);

  it('gives a module to the first file that needs it, directly or through others', () => {
    expect(['app/boot.tsx', 'app/app.tsx', 'ui/button.tsx'].map(chunkOf)).toEqual(['start', 'start', 'start']);
    expect(['ui/dialog.tsx', 'features/bill/lines.tsx'].map(chunkOf)).toEqual(['till', 'till']);
    expect(chunkOf('ui/overlay/menu.tsx')).toBe('overlays');
  });

  it('leaves alone what only other screens need', () => {
    expect(['features/user/users-screen.tsx', 'features/user/row.tsx'].map(chunkOf)).toEqual([null, null]);
  });

  it('starts from modules that exist', () => {
    const asked: string[] = [];
    chunkNames()('', { getModuleInfo: (id) => (asked.push(id), null) });
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((id) => id !== partsModule && !existsSync(id))).toEqual([]);
  });

  it('[R34.5] puts the parts that come after the first screen into one file, and what other screens need too into another', () => {
    expect(['features/bill/note-dialog.tsx', 'features/bill/note.ts'].map(chunkOf)).toEqual(['parts', 'parts']);
    expect(chunkOf('ui/field.tsx')).toBe('shared');
    expect(chunkOf('ui/dialog.tsx')).toBe('till');
  });

  it('[R34.5] finds the panels, the dialogs and the screens of a sale, and leaves out what is shown before anybody signed in', () => {
    const parts = partsOf(at('')).map((id) => id.slice(at('').length + 1));
    expect(parts).toEqual(
      expect.arrayContaining([
        'features/notification/notification-drawer.tsx',
        'features/checkout/checkout-screen.tsx',
        'features/shift/close/close-shift-screen.tsx',
        'approval/approval-dialog.tsx',
      ]),
    );
    expect(parts.filter((path) => /login|lock-screen|toast-host|users-screen|bill-screen/.test(path))).toEqual([]);
    expect(parts.filter((path) => !existsSync(at(path)))).toEqual([]);
  });

  it('[R34.5] imports a part from the file of all parts', () => {
    const { buildStart, transform } = partsInOne(at('')) as unknown as {
      buildStart(): void;
      transform(code: string, id: string): { code: string } | undefined;
    };
    buildStart();
    const source = (path: string) => `const Part = later(async () => (await import('${path}')).Part);`;
    const id = at('features/notification/notification-panel.tsx');
    expect(transform(source('./notification-drawer.tsx'), id)?.code).toMatch(
      /\(await import\("\\u0000parts-in-one"\)\.then\(\(all\) => all\.part\d+\)\)\.Part/,
    );
    expect(transform(source('./notice-entry.ts'), id)).toBeUndefined();
  });

  it('[R34.5] leaves what prints, signs in and approves without the server to files that come after the bill screen', () => {
    const first = loadedWith(['app/boot.tsx', 'app/till-screens.ts']);
    expect(first).toContain('printing/kept-tickets.ts');
    const after = [
      'printing/tickets.ts',
      'printing/print.ts',
      'printing/printing.ts',
      'printing/keep-printing.ts',
      'session/sign-in.ts',
      'session/verifier/verifier.ts',
      'session/approval-code.ts',
      'approval/offline.ts',
    ];
    expect(after.filter((file) => !existsSync(at(file)))).toEqual([]);
    expect(after.filter((file) => first.has(file))).toEqual([]);
  });

  it('shows the bill screen without the cache of reads, which comes after it', () => {
    const first = loadedWith(['app/boot.tsx', 'app/till-screens.ts']);
    const reading = /^import (?!type )[^;]*from '@tanstack\/react-query';/m;
    expect([...first].filter((file) => reading.test(readFileSync(at(file), 'utf8')))).toEqual(['app/app.tsx']);
  });

  it('[R34.5] names with a later part no file that is there before it', () => {
    const files = [
      'start-CzJW_1fl.js',
      'start-Cl5UrPrx.css',
      'till-nl3_WtgY.js',
      'start-screen-BPdCPJaq.css',
      'shared-CcUyCxG5.js',
    ];
    const namedBy = (host: string) => files.filter((file) => !isLoadedBefore(`assets/${file}`, `assets/${host}`));
    expect(namedBy('till-nl3_WtgY.js')).toEqual(['start-screen-BPdCPJaq.css', 'shared-CcUyCxG5.js']);
    expect(namedBy('start-CzJW_1fl.js')).toEqual([
      'till-nl3_WtgY.js',
      'start-screen-BPdCPJaq.css',
      'shared-CcUyCxG5.js',
    ]);
    expect(namedBy('index-ka7rVykr.js')).toEqual(files);
  });
});

/** Returns the source files that are loaded with the given ones: their imports, and those of these, without types and what is fetched later. */
function loadedWith(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(at(file))) continue;
    found.add(file);
    const statements = readFileSync(at(file), 'utf8').matchAll(
      /^(?:import|export) (?!type )(?:[^;']* from )?'(\.[^']+)';/gm,
    );
    for (const [, path = ''] of statements) waiting.push(join(dirname(file), path).replaceAll('\\', '/'));
  }
  return found;
}
