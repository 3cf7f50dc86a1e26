import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkNamer } from '../../chunks.ts';

const at = (path: string): string => join(import.meta.dirname, '..', path);
const imports: Readonly<Record<string, readonly string[]>> = {
  'app/boot.tsx': ['app/app.tsx'],
  'app/app.tsx': ['ui/button.tsx', 'app/boot.tsx'],
  'ui/button.tsx': [],
  'app/signed-in-frame.tsx': ['ui/button.tsx', 'ui/dialog.tsx'],
  'ui/dialog.tsx': ['ui/button.tsx'],
  'features/bill/bill-screen.tsx': [
    'features/bill/lines.tsx',
    'features/checkout/checkout-screen.tsx',
    'ui/dialog.tsx',
  ],
  'features/user/users-screen.tsx': ['features/user/row.tsx'],
};
const modules = {
  getModuleInfo: (id: string) => {
    const found = Object.entries(imports).find(([path]) => at(path) === id);
    return found ? { importedIds: found[1].map(at) } : null;
  },
};

describe('the files of the app', () => {
  const chunkOf = (path: string): string | null => chunkNamer()(at(path), modules);

  it('gives a module to the first file that needs it, directly or through others', () => {
    expect(['app/app.tsx', 'ui/button.tsx'].map(chunkOf)).toEqual(['base', 'base']);
    expect(chunkOf('ui/dialog.tsx')).toBe('frame');
    expect(chunkOf('features/bill/lines.tsx')).toBe('sale');
  });

  it('leaves alone what is imported on demand, and what only other screens need', () => {
    const alone = ['app/boot.tsx', 'features/checkout/checkout-screen.tsx', 'features/user/row.tsx'];
    expect(alone.map(chunkOf)).toEqual([null, null, null]);
  });

  it('starts from modules that exist', () => {
    const asked: string[] = [];
    chunkNamer()('', { getModuleInfo: (id) => (asked.push(id), null) });
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((id) => !existsSync(id))).toEqual([]);
  });
});
