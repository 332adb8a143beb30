import { parseArgs } from 'node:util';
import { limits } from '@hubbub/contract/platform/limits.ts';
import encodeQr from 'qr';
import type { Moderation } from '#features/moderation/decisions.service.ts';
import { liftFromServer, suspendFromServer } from '#features/moderation/suspensions.service.ts';
import { inviteFromServer } from '#features/site/invites.service.ts';
import { removeFactorFromServer } from '#features/site/managing.service.ts';
import { nameOwner } from '#features/site/setup.service.ts';
import { dayFormat } from '#platform/clock/formats.ts';
import type { Platform } from '#platform/platform.ts';

/** What `npm run admin` is to do. */
export type AdminCommand =
  | { name: 'owner'; username: string }
  | { name: 'invite'; uses: number; days: number }
  | { name: 'suspend'; username: string; text: string; days: number | undefined }
  | { name: 'lift'; username: string }
  | { name: 'remove-second-factor'; username: string };

const { invite: inviteLimits, moderation: moderationLimits } = limits;

export const adminUsage = `npm run admin -- --owner USERNAME      makes somebody an owner of the site
npm run admin -- --invite              makes an invite and shows its link
    --uses N      for how many people (1 to ${inviteLimits.uses.max}; otherwise ${inviteLimits.uses.usual})
    --days N      for how many days (1 to ${inviteLimits.days.max}; otherwise ${inviteLimits.days.usual})
npm run admin -- --suspend USERNAME    logs somebody out and keeps them out
    --days N      for how many days (1 to ${moderationLimits.days}; otherwise for good)
    --reason "…"  what they're told
npm run admin -- --lift USERNAME       lets a suspended person in again
npm run admin -- --remove-second-factor USERNAME
                                       turns off the one-time codes of somebody who lost them`;

/** The default reason that a suspended person reads. */
const defaultReason = 'The people who run this server suspended it.';

const options = {
  owner: { type: 'string' },
  invite: { type: 'boolean' },
  suspend: { type: 'string' },
  lift: { type: 'string' },
  'remove-second-factor': { type: 'string' },
  uses: { type: 'string' },
  days: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** Which options each command takes. */
const details = {
  owner: [],
  invite: ['uses', 'days'],
  suspend: ['days', 'reason'],
  lift: [],
  'remove-second-factor': [],
} as const;

class UsageError extends Error {}

/** The command that these arguments name, or a sentence that says what's wrong with them. */
export function readAdminArguments(args: readonly string[]): AdminCommand | string {
  try {
    return read(args);
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0] ?? '';
  }
}

function read(args: readonly string[]): AdminCommand {
  const { values } = parseArgs({ args: [...args], options });
  const named = Object.keys(details).filter((name) => name in values) as (keyof typeof details)[];
  const [name] = named;
  if (name === undefined || named.length > 1) throw new UsageError('Choose one of these:');
  const allowed: readonly string[] = [name, ...details[name]];
  const stray = Object.keys(values).find((option) => !allowed.includes(option));
  if (stray !== undefined) throw new UsageError(`--${name} doesn't take --${stray}.`);
  if (name === 'invite') {
    return {
      name,
      uses: whole('uses', values.uses, inviteLimits.uses.max) ?? inviteLimits.uses.usual,
      days: whole('days', values.days, inviteLimits.days.max) ?? inviteLimits.days.usual,
    };
  }
  const username = values[name]?.replace(/^@/, '');
  if (!username) throw new UsageError(`--${name} needs a username.`);
  if (name !== 'suspend') return { name, username };
  const text = (values.reason ?? '').trim() || defaultReason;
  if ([...text].length > moderationLimits.text) {
    throw new UsageError(`The reason should not be more than ${moderationLimits.text} characters.`);
  }
  return { name, username, text, days: whole('days', values.days, moderationLimits.days) };
}

function whole(option: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) throw new UsageError(`--${option} takes a whole number from 1 to ${max}.`);
  return number;
}

/**
 * Does what `npm run admin` is to do. @param screen `width`: columns of the terminal; 0 if there's none
 * @returns sentences that say what was done
 * @throws {StartError} with what to do instead
 */
export async function runAdmin(
  { platform, moderation }: { platform: Platform; moderation: Moderation },
  command: AdminCommand,
  screen: { width: number },
): Promise<string[]> {
  switch (command.name) {
    case 'owner':
      await nameOwner(platform.db, platform.config, command.username);
      return [`${command.username} is an owner of this site now.`];
    case 'invite': {
      const { url, username, uses, expiresAt } = await inviteFromServer(platform, command);
      const people = uses === 1 ? 'one person' : `${uses} people`;
      const about = `This invite from ${username} lets in ${people} until ${dayFormat.format(expiresAt)} (UTC):`;
      return [about, url, ...terminalCode(url, screen.width)];
    }
    case 'suspend': {
      // A server that was never started has no queue yet.
      await platform.jobs.prepare();
      const until = await suspendFromServer(moderation, command.username, command);
      const end = until === null ? '' : ` until ${dayFormat.format(until)} (UTC)`;
      return [
        `${command.username} is suspended${end} and logged out everywhere.`,
        `To let them in again: npm run admin -- --lift ${command.username}`,
      ];
    }
    case 'lift':
      await liftFromServer(moderation, command.username);
      return [`${command.username} can log in again.`];
    case 'remove-second-factor':
      // A server that was never started has no queue yet.
      await platform.jobs.prepare();
      await removeFactorFromServer(platform, command.username);
      return [
        `${command.username} logs in with the password alone now.`,
        'They should turn on one-time codes again, or add a passkey, in Settings › Security.',
      ];
  }
}

/** A QR code in a terminal's own colors, where it fits: a module is two columns wide. */
function terminalCode(text: string, width: number): string[] {
  const code = { ecc: 'low', border: 2 } as const;
  const columns = encodeQr(text, 'raw', code).length * 2;
  return columns > width ? [] : ['', encodeQr(text, 'term', code)];
}
