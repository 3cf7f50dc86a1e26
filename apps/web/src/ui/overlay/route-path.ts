import { findScreen, type ScreenName } from '@atoll/domain/nav/nav';

/** Returns the path of a screen by its name, with its parameters: the only place where names become paths (R2.26). */
export function pathTo(name: ScreenName, params: Readonly<Record<string, string | number>> = {}): string {
  const path = findScreen(name)?.path ?? '/';
  return path.replace(/\$(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
}
