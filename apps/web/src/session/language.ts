/** The language of a person on this device: chosen once, it is there at each unlock; who has chosen none reads as the last one did. */
import { changeLanguage } from '../locale/locale.ts';
import { useSession } from './session.ts';

const storageKey = 'atoll-language';
const last = '';

/** Codes by email; under '' the one that was used last. */
type Kept = Readonly<Record<string, string>>;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Kept;
  } catch {
    // What something else wrote there chooses nothing.
    return {};
  }
}

/** Answers the language that a person reads on this device. */
export function languageOf(email: string | undefined): string {
  const codes = kept();
  return codes[email ?? last] ?? codes[last] ?? 'en';
}

/** Shows the app in a language, and keeps it for whoever is signed in. */
export async function chooseLanguage(code: string): Promise<void> {
  const email = useSession.getState().user?.email;
  const chosen = { ...kept(), [last]: code, ...(email ? { [email]: code } : {}) };
  localStorage.setItem(storageKey, JSON.stringify(chosen));
  await changeLanguage(code);
}

/** Follows whoever works at this till. */
export function followLanguage(): void {
  useSession.subscribe(({ user }, before) => {
    if (user?.email && user.email !== before.user?.email) void changeLanguage(languageOf(user.email));
  });
}
