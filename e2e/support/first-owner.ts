import { createPerson } from './people.ts';

/** The first account of a server on this machine owns the site and sees more, so it's made before any test's people. */
export default async function makeFirstOwner(): Promise<void> {
  const origin = `http://localhost:${process.env.E2E_PORT}`;
  const { api } = await createPerson({ origin, dataDir: process.env.E2E_DATA_DIR }, 'host');
  await api.patch('/v1/site', { data: { first_steps_done: true } });
  await api.dispose();
}
