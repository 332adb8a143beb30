/** Browsers by their unique tokens in the header: many also claim to be the ones below them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** The most of a header that's read. */
const mostRead = 500;

/** A browser that sends nothing about itself. */
export const unknownDevice = 'Unknown device';

/** What a browser says it is, in words: "Firefox on Windows". Anybody can claim anything, so it's for people to recognize, not to trust. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, mostRead);
  const find = (table: typeof browsers) => table.find(([pattern]) => pattern.test(text))?.[1];
  const program =
    find(browsers) ?? (/^Mozilla\b/.test(text) ? undefined : /^[A-Za-z][\w.-]{0,29}(?=\/|$)/.exec(text)?.[0]);
  const system = find(systems);
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? unknownDevice;
}
