/** Follows only paths of this app from a query (`redirect`, `r`): an external link must not redirect a person elsewhere. */

const origin = 'https://app.invalid';

/**
 * Returns the path, query and hash when `text` is a path of this app, else undefined. Refuses other hosts in every form that a browser would
 * follow (`//host`, `/\host`, tabs and line breaks in between).
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > 2000) return undefined;
  // Browsers drop control characters from URLs.
  if (/[\u0000-\u001f\u007f\\]/.test(text) || text.startsWith('//')) return undefined;
  try {
    const url = new URL(text, origin);
    if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
    return url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}
