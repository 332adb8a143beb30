import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/126.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/111.0.0.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 14; SM-S921B) SamsungBrowser/25.0 ${chrome}`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'Safari on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${safari}`, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Mobile Safari/604.1',
    'Chrome on iPad',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
