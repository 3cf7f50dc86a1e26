/** The language of each person on this device, used again at each unlock. Without a choice the last chosen language is used. */
import { changeLanguage } from '../locale/locale.ts';
import { useSession } from './session.ts';

const storageKey = 'atoll-language';
const last = '';

/** Language codes by email; under '' the last one used. */
type Kept = Readonly<Record<string, string>>;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Kept;
  } catch {
    // An invalid stored value chooses nothing.
    return {};
  }
}

/** Returns the language of a person on this device. */
export function languageOf(email: string | undefined): string {
  const codes = kept();
  return codes[email ?? last] ?? codes[last] ?? 'en';
}

/** Shows the app in a language and stores it for the signed-in person. */
export async function chooseLanguage(code: string): Promise<void> {
  const email = useSession.getState().user?.email;
  const chosen = { ...kept(), [last]: code, ...(email ? { [email]: code } : {}) };
  localStorage.setItem(storageKey, JSON.stringify(chosen));
  await changeLanguage(code);
}

/** Applies the language of the signed-in person. */
export function followLanguage(): void {
  useSession.subscribe(({ user }, before) => {
    if (user?.email && user.email !== before.user?.email) void changeLanguage(languageOf(user.email));
  });
}
