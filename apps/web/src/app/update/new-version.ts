/** The new version of the app that the browser has fetched, until it is loaded. Source: R31.34, docs/rules.md#new-version. */
import { create } from 'zustand';

interface NewVersion {
  /** The service worker that waits to be activated. */
  readonly worker: ServiceWorker | null;
  /** Somebody asked for it during a sale: it is loaded after that. */
  readonly isAsked: boolean;
  /** Somebody chose 'Later'. */
  readonly isHidden: boolean;
}

export const useNewVersion = create<NewVersion>()(() => ({ worker: null, isAsked: false, isHidden: false }));
