import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkNames } from '../../bundle/chunks.ts';

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
});
