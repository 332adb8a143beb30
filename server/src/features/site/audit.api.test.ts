import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { audit } from './public.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("The server's own SQL can't change or delete the audit log.", async () => {
  const { db } = world.platform;
  await db.transaction((tx) =>
    audit(tx, { actorId: newId(), action: 'role.changed', subject: { kind: 'user', id: newId() }, text: 'admin' }),
  );
  const before = await world.sql('select * from audit_log');
  expect(before).toHaveLength(1);
  for (const statement of [
    `update audit_log set text = 'owner'`,
    `update audit_log set text = 'owner' where false`,
    'delete from audit_log',
    'truncate audit_log',
    'truncate users cascade; truncate audit_log',
    `merge into audit_log using (values (1)) given (id) on audit_log.id = given.id when matched then delete`,
    `insert into audit_log (id, created_at, action) values (1, now(), 'x') on conflict (id) do update set action = 'x'`,
  ]) {
    // The very connections that the server's statements run on.
    await expect(db.pool.query(statement), statement).rejects.toThrow('append-only');
  }
  expect(await world.sql('select * from audit_log')).toEqual(before);
});
