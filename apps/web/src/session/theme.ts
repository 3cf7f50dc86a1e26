import { create } from 'zustand';

type Theme = 'light' | 'dark';

/** Also read by public/theme.js before the first paint; kept after a logout. */
const storageKey = 'atoll-theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');

export type ThemeChoice = Theme | 'system';

interface ThemeState {
  readonly theme: Theme;
  readonly choice: ThemeChoice;
  toggle(): void;
  choose(choice: ThemeChoice): void;
}

function chosen(): Theme | null {
  const choice = localStorage.getItem(storageKey);
  return choice === 'light' || choice === 'dark' ? choice : null;
}

function current(): Theme {
  return chosen() ?? (systemDark.matches ? 'dark' : 'light');
}

function paint(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground);
}

/** Light or dark: the person's choice on this device, else the system's. */
export const useTheme = create<ThemeState>()((set, get) => ({
  theme: current(),
  choice: chosen() ?? 'system',
  toggle: () => get().choose(get().theme === 'dark' ? 'light' : 'dark'),
  choose(choice) {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
    follow();
  },
}));

function follow(): void {
  const theme = current();
  paint(theme);
  useTheme.setState({ theme, choice: chosen() ?? 'system' });
}

systemDark.addEventListener('change', follow);
addEventListener('storage', (event) => {
  if (event.key === storageKey) follow();
});
