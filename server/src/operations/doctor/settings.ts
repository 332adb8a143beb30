import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Settings that are allowed, but won't do for a server that others can reach. */
export function examineSettings(config: Config): Finding[] {
  const { ok, warning } = findingsAbout('settings');
  const url = new URL(config.publicUrl);
  if (loopback.test(url.hostname)) {
    return [ok("All settings are valid. Only this machine can use the server, because PUBLIC_URL isn't set.")];
  }
  const findings = [ok(`All settings are valid. People use ${config.publicUrl}.`)];
  if (url.protocol === 'http:') {
    findings.push(
      warning(
        'PUBLIC_URL begins with http://, so passwords cross the network unencrypted and browsers block camera and microphone.',
        'Put a proxy that ends TLS in front and write PUBLIC_URL=https://….',
      ),
    );
  }
  if (config.trustProxy === false && url.protocol === 'https:') {
    findings.push(
      warning(
        'TRUST_PROXY is off, so behind a proxy everyone shares one address and its rate limits.',
        "Set TRUST_PROXY to the proxy's address, or to loopback if it runs on this machine.",
      ),
    );
  }
  if (!config.rateLimits) {
    findings.push(warning('RATE_LIMITS is off, so passwords can be guessed without limit.', 'Leave the setting out.'));
  }
  if (config.metricsToken === undefined && !loopback.test(config.host)) {
    findings.push(
      warning(
        "METRICS_TOKEN isn't set: only this machine can read /metrics.",
        'Set it to a random text of at least 16 characters if Prometheus runs elsewhere.',
      ),
    );
  }
  return findings;
}
