import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from './finding.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** What is allowed, but will not do for a server that others reach. */
export function examineSettings(config: Config): Finding[] {
  const { ok, warning } = findingsAbout('settings');
  const url = new URL(config.publicUrl);
  if (loopback.test(url.hostname)) {
    return [ok('All settings can be used. The server is for this machine only, because PUBLIC_URL is not set.')];
  }
  const findings = [ok(`All settings can be used. People come to ${config.publicUrl}.`)];
  if (url.protocol === 'http:') {
    findings.push(
      warning(
        'PUBLIC_URL begins with http://: passwords cross the network in the open, and browsers allow no camera or microphone.',
        'Put a proxy that ends TLS in front and write PUBLIC_URL=https://….',
      ),
    );
  }
  if (config.trustProxy === false && url.protocol === 'https:') {
    findings.push(
      warning(
        'TRUST_PROXY is off, so that behind a proxy all people share one address and its limits.',
        'Write the address of the proxy into TRUST_PROXY, or loopback if it runs on this machine.',
      ),
    );
  }
  if (!config.rateLimits) {
    findings.push(warning('RATE_LIMITS is off: passwords can be guessed without end.', 'Leave the setting out.'));
  }
  if (config.metricsToken === undefined && !loopback.test(config.host)) {
    findings.push(
      warning(
        'METRICS_TOKEN is not set: only this machine may read /metrics.',
        'Set it to a random text of at least 16 characters if Prometheus runs elsewhere.',
      ),
    );
  }
  return findings;
}
