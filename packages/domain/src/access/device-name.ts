/** Names of devices from the browser's user agent. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Returns browser and system of a user agent; '' for unknown parts. */
export function deviceName(userAgent: string): { readonly browser: string; readonly system: string } {
  const named = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: named(browsers), system: named(systems) };
}
