import { askTime } from '#operations/doctor/database/connection.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';

/** Seconds. Signed links, sessions and one-time codes tolerate this much. */
const bearable = 30;
/** S3 refuses requests that are further off; so do most services that use signatures. */
const tooMuch = 5 * 60;

/** Compares this machine's clock with the database's and those of the servers that answer over HTTP. */
export async function examineClock(config: Config): Promise<Finding[]> {
  const { ok, warning, failed } = findingsAbout('clock');
  const addresses = new Set(
    [config.publicUrl, config.assistant?.url, config.meetingUrl, config.bucket?.endpoint].flatMap((address) =>
      address && URL.canParse(address) ? [new URL(address).origin] : [],
    ),
  );
  const others = await Promise.all([
    askTime(config).then((away) => ({ who: 'the database', away })),
    ...[...addresses].map(async (address) => ({ who: address, away: await askDate(address) })),
  ]);
  const known = others.flatMap(({ who, away }) => (away === undefined ? [] : [{ who, away }]));
  if (known.length === 0) return [ok("There's no other clock to compare with.")];
  const findings = known.flatMap(({ who, away }) => {
    const seconds = Math.abs(away);
    if (seconds <= bearable) return [];
    const found = `This machine's clock and that of ${who} are ${Math.round(seconds)} seconds apart.`;
    const fix = 'Synchronize both machines by NTP (systemd-timesyncd or chrony).';
    return [seconds > tooMuch ? failed(found, fix) : warning(found, fix)];
  });
  return findings.length > 0
    ? findings
    : [ok(`This machine's clock agrees with ${known.map(({ who }) => who).join(' and ')} within ${bearable} seconds.`)];
}

/** Seconds by which this clock is ahead of a server's, to the second; undefined if the server doesn't say. */
async function askDate(address: string): Promise<number | undefined> {
  try {
    const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
    const date = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(date) ? undefined : (Date.now() - date) / 1000;
  } catch {
    return undefined;
  }
}
