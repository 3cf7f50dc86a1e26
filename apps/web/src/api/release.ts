/** How the release of this till stands to the server's, as the server's answers say. Source: R31.35. */
import { ownRelease, releaseStanding, releases } from '@atoll/domain/release/standing';
import { create } from 'zustand';

interface Release {
  /** The release of the server that answered last; null before, and of a server that does not say it. */
  readonly server: string | null;
  /** The server takes nothing but waiting work from this till. */
  readonly isOld: boolean;
}

export const useRelease = create<Release>()(() => ({ server: null, isOld: false }));

/** Notes which release answered. */
export function learnRelease(server: string | null): void {
  if (useRelease.getState().server !== server) useRelease.setState({ server, isOld: false });
}

/** Returns whether the server is of an older release, such as after an update that was taken back. */
export function isServerOlder(): boolean {
  const { server } = useRelease.getState();
  return server !== null && releaseStanding(ownRelease, server, releases) === 'newer';
}
