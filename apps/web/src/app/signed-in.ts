import { lazyScreen } from './route/lazy-screen.tsx';

/** The frame of everything behind the sign-in, fetched while the data is: who only signs in does not wait for it. */
export const signedInFrame = lazyScreen(async () => (await import('./signed-in-frame.tsx')).SignedInFrame);
