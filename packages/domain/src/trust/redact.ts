/** What a support bundle keeps of a log and of texts: nothing that names a person, a place in the network or an amount. Source: R31.44. */

/** A line of the log as a support bundle has it. */
export interface RedactedLine {
  readonly level: number;
  readonly time: string;
  readonly route?: string;
  readonly status?: number;
  readonly requestId?: string;
  /** The class of an error, and its code. */
  readonly error?: string;
}

const word = /^[A-Za-z][\w.-]{0,60}$/;
const routePattern = /^[\w/:.-]{1,120}$/;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns level, time, route, status, request id and class of error of a line of the log; null for a line that is none. */
export function redact(line: unknown): RedactedLine | null {
  const { level, time, route, status, requestId, reqId, err } = record(line);
  if (typeof level !== 'number' || typeof time !== 'string' || Number.isNaN(Date.parse(time))) return null;
  const { type, code } = record(err);
  const error = [type, code].filter((one) => typeof one === 'string' && word.test(one)).join(' ');
  const request = requestId ?? reqId;
  return {
    level,
    time,
    ...(typeof route === 'string' && routePattern.test(route) && { route }),
    ...(typeof status === 'number' && { status }),
    ...(typeof request === 'string' && routePattern.test(request) && { requestId: request }),
    ...(error !== '' && { error }),
  };
}

const replaced: readonly (readonly [RegExp, string])[] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s'",]+/gi, '(address)'],
  [/[^\s'",@]+@[^\s'",@]+/g, '(mail)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '(address)'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, '(address)'],
  [/\b[\w-]+(?:\.[\w-]+)*\.(?:local|lan|internal|home\.arpa)\b/gi, '(name)'],
  [/(?<![\w)])(?:[A-Za-z]:)?(?:[\\/][^\s\\/'",;]+)+/g, '(path)'],
];

/** Returns a text without addresses, mail addresses, names of machines and paths. */
export const withoutPlaces = (text: string): string =>
  replaced.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
