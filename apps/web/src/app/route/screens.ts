import { findScreen, type ScreenName } from '@atoll/domain/nav/nav';
import { fetchMoreWords } from '../../locale/locale.ts';
import { declarePart } from '../../ui/hook/later-parts.ts';
import { withStyle } from '../../ui/hook/lost-styles.ts';
import { fetchQueries } from '../queries.ts';
import type { Screen } from './lazy-screen.tsx';

const billScreen = async (): Promise<Screen> => (await import('../till-screens.ts')).BillScreen;
const loginScreen = async (): Promise<Screen> => (await import('../../features/sign-in/login-screen.tsx')).LoginScreen;

/** Returns whether this release has the screen. */
export function hasScreen(name: string): boolean {
  return findScreen(name) !== undefined;
}

/** Fetches a screen. The list of their files is fetched too, except for the screens that a device may show first. */
async function fetchScreen(name: ScreenName): Promise<Screen> {
  if (name === 'Login') return loginScreen();
  const { screenLoaders } = await import('./screen-loaders.ts');
  const load = screenLoaders[name];
  if (!load) throw new Error(`No screen is registered for ${name}`);
  return load();
}

/** Fetches the component of a screen. Throws when this release does not have it. */
export async function loadScreen(name: ScreenName): Promise<Screen> {
  // It needs neither the cache of reads nor more than the first words.
  if (name === 'New Bill') return withStyle(name, billScreen);
  const [screen] = await Promise.all([withStyle(name, () => fetchScreen(name)), fetchMoreWords(), fetchQueries()]);
  return screen;
}

/** Screens with which a till sells without the server. */
const saleScreens: readonly ScreenName[] = [
  'New Sale',
  'New Bill',
  'Select Customer',
  'Select Size',
  'Checkout',
  'Settle Bill',
  'Close Shift',
];

/** Lets the files of the screens for sales be fetched with the parts that come after the first screen. */
export function declareSaleScreens(): void {
  for (const name of saleScreens) declarePart(() => loadScreen(name));
}
