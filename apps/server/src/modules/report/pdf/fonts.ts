/** The shipped fonts of PDF reports, one family with several scripts. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { paperFonts } from './paper-look.ts';

const require = createRequire(import.meta.url);
const fonts: readonly [family: string, packageName: string, subset: string][] = [
  ['Atoll Paper', '@fontsource/noto-sans', 'latin'],
  ['Atoll Paper Ext', '@fontsource/noto-sans', 'latin-ext'],
  ['Atoll Thaana', '@fontsource/noto-sans-thaana', 'thaana'],
  ['Atoll Cyrillic', '@fontsource/noto-sans', 'cyrillic'],
  ['Atoll Greek', '@fontsource/noto-sans', 'greek'],
  ['Atoll Devanagari', '@fontsource/noto-sans', 'devanagari'],
];

for (const [family, packageName, subset] of fonts) {
  const files = join(dirname(require.resolve(`${packageName}/package.json`)), 'files');
  const name = packageName.split('/')[1];
  for (const weight of [400, 700])
    GlobalFonts.registerFromPath(join(files, `${name}-${subset}-${weight}-normal.woff2`), family);
}

/** Returns the font in a size in points, as a canvas font text. */
export const fontOf = (size: number, isBold = false): string => `${isBold ? 'bold ' : ''}${size}px ${paperFonts}`;
