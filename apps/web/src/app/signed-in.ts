import { lazyScreen } from './route/lazy-screen.tsx';

/**
 * Frame of everything behind the sign-in. It is fetched in parallel with the data, so that the sign-in does not wait
 * for it.
 */
export const signedInFrame = lazyScreen(async () => (await import('./till-screens.ts')).SignedInFrame);
