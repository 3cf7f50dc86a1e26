/**
 * Style sheets that could not be fetched. The bundler's code requests each once, so a part that is fetched again would be
 * shown without its style.
 */
const lost = new Set<HTMLLinkElement>();
let fetching: Promise<unknown> | undefined;

const isSheet = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet';

// An error of an element does not bubble.
globalThis.addEventListener?.('error', ({ target }) => void (isSheet(target) && lost.add(target)), true);

/** Parts that could not be fetched: a lost style sheet may be theirs. */
const failed = new Set<unknown>();

/** Fetches the style sheets again that could not be fetched. Rejects when one still cannot. */
async function fetchLostStyles(): Promise<void> {
  fetching ??= Promise.all([...lost].map(fetchAgain)).finally(() => {
    fetching = undefined;
  });
  await fetching;
}

/**
 * Fetches a part of the app with its style. Rejects when it cannot be fetched; one that failed before also when a style sheet is still missing.
 * Other parts do not wait for that sheet: the place of the messages must appear while a panel's style is lost.
 */
export async function withStyle<T>(part: unknown, load: () => Promise<T>): Promise<T> {
  try {
    await fetchLostStyles();
  } catch (error) {
    if (failed.has(part)) throw error;
  }
  try {
    const loaded = await load();
    failed.delete(part);
    return loaded;
  } catch (error) {
    failed.add(part);
    throw error;
  }
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    // A link requests its address once; one that fails again is lost again.
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`Could not fetch ${again.href}`)));
    lost.delete(link);
    link.replaceWith(again);
  });
}
