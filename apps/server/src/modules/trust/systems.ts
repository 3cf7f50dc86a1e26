/** The systems for which `/hello` has steps. */

export const systems = ['windows', 'macos', 'ios', 'android', 'linux', 'chromeos', 'firefox'] as const;
export type System = (typeof systems)[number];

export const systemNames: Readonly<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  ios: 'iPhone, iPad',
  android: 'Android',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  firefox: 'Firefox',
};

/** In this order: an Android phone also says Linux, and an iPhone also says Mac OS. */
const marks: readonly (readonly [RegExp, System])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/CrOS/, 'chromeos'],
  [/Firefox/, 'firefox'],
  [/Windows/, 'windows'],
  [/Mac OS X|Macintosh/, 'macos'],
];

/** Returns the system of a browser by what it says of itself; Linux when it says nothing known. */
export const systemOf = (userAgent: string): System => marks.find(([mark]) => mark.test(userAgent))?.[1] ?? 'linux';
