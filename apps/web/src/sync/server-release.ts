/** Looks for a new version of the app when the hub names another one than before. Source: R31.34, docs/rules.md#new-version. */

/** When it is looked for, after the message: while the servers of a shop are replaced one by one, an earlier one may still give the files. */
const looksMs = [0, 60_000, 300_000] as const;

let known: string | null = null;
let looks: ReturnType<typeof setTimeout>[] = [];

async function look(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // One that waits is offered already.
  if (!registration?.waiting) await registration?.update();
}

/** Takes what the hub says after each Hello. The page itself was loaded with what was there at the first one. */
export function heardRelease(release: string): void {
  const before = known;
  known = release;
  if (before === null || before === release) return;
  for (const timer of looks) clearTimeout(timer);
  // Without the server there is nothing to fetch; the next look follows.
  looks = looksMs.map((ms) => setTimeout(() => void look().catch(() => undefined), ms));
}
