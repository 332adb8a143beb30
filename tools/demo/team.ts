import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { getOwnUser } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { announce, readSite, setSiteRole, updateSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { urlOfRunning } from '../../server/src/operations/embedded-postgres/running.ts';
import { clientOf, findPost, type Residents } from './find.ts';
import type { Server } from './residents.ts';
import { announced, siteSettings, team } from './world-data.ts';

const [owner] = team;

/** What became of the team: whether anything changed, or why there is none. */
type TeamOutcome = { hasTeam: true; changed: boolean } | { hasTeam: false; why: string };

const everybodyKnows = 'everybody knows their password';

/** Gives the demo's people the site's roles, if nobody else is there. */
export async function gatherTeam(residents: Residents, server: Server): Promise<TeamOutcome> {
  const first = clientOf(residents, owner.username);
  const isOwner = async () => (await first.call(getOwnUser, {})).user.site_role === 'owner';
  const wasOwner = await isOwner();
  if (!wasOwner) {
    const why = await nameOwner(server);
    if (why !== undefined) return { hasTeam: false, why };
    if (!(await isOwner())) return { hasTeam: false, why: `DATA_DIR or DATABASE_URL names another server's database.` };
  }
  for (const { username, role } of team) {
    const { user } = await clientOf(residents, username).call(getOwnUser, {});
    if (user.site_role === role) continue;
    await first.call(setSiteRole, { params: { username }, body: { site_role: role } });
  }
  return { hasTeam: true, changed: !wasOwner };
}

/** Names the owner on the server, as its host would. @returns why it wasn't possible */
async function nameOwner({ origin, dataDir, env }: Server): Promise<string | undefined> {
  // The outbox has a page only on a server that nobody else reaches.
  const outbox = await fetch(new URL('/dev/mail', origin));
  await outbox.body?.cancel();
  if (!outbox.ok) return `Others can reach this server, and ${everybodyKnows}.`;
  if (!env.DATABASE_URL && !env.DATABASE_DIRECT_URL && (await urlOfRunning(dataDir)) === undefined) {
    return "To give them some, set DATA_DIR or DATABASE_URL to the server's, and run this again.";
  }
  const program = join(import.meta.dirname, '../../server/src/admin-process.ts');
  const child = spawn(process.execPath, [program, '--owner', owner.username], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return code === 0 ? undefined : said.trim();
}

/** What the site says about itself, and its announcement. @returns whether anything was missing */
export async function describeSite(residents: Residents): Promise<boolean> {
  const first = clientOf(residents, owner.username);
  const { site } = await first.call(readSite, {});
  // Somebody who tries things out as the owner may have written something better.
  if (site.description !== '' || site.rules.length > 0) return false;
  const form = new FormData();
  form.set('description', siteSettings.description);
  form.set('rules', JSON.stringify(siteSettings.rules));
  form.set('contact', siteSettings.contact);
  form.set('first_steps_done', 'true');
  await first.call(updateSite, { form });
  const post_id = await findPost(residents, announced);
  if (post_id !== undefined) await first.call(announce, { body: { post_id } });
  return true;
}
