import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkNames, isLoadedBefore } from '../../bundle/chunks.ts';

const at = (path: string): string => join(import.meta.dirname, '..', path);
const imports: Readonly<Record<string, readonly string[]>> = {
  'app/boot.tsx': ['app/app.tsx'],
  'app/app.tsx': ['ui/button.tsx', 'app/boot.tsx'],
  'ui/button.tsx': [],
  'app/signed-in-frame.tsx': ['ui/button.tsx', 'ui/dialog.tsx'],
  'ui/dialog.tsx': ['ui/button.tsx'],
  'features/bill/bill-screen.tsx': ['features/bill/lines.tsx', 'ui/dialog.tsx'],
  'features/bill/lines.tsx': [],
  'ui/overlay/popup.tsx': ['ui/overlay/menu.tsx', 'ui/button.tsx'],
  'ui/overlay/menu.tsx': [],
  'features/user/users-screen.tsx': ['features/user/row.tsx'],
};
const modules = {
  getModuleInfo: (id: string) => {
    const found = Object.entries(imports).find(([path]) => at(path) === id);
    return found ? { importedIds: found[1].map(at) } : null;
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
    expect(asked.filter((id) => !existsSync(id))).toEqual([]);
  });

  it('[R34.5] leaves what prints, signs in and approves without the server to files that come after the bill screen', () => {
    const first = loadedWith(['app/boot.tsx', 'app/signed-in-frame.tsx', 'features/bill/bill-screen.tsx']);
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
