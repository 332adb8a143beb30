import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../../test/harness.ts';
import { noRedis } from '../../../test/redis.ts';
import { talkIn } from '../../../test/talk.ts';
import { startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

describe.skipIf(noRedis)(noRedis ?? 'reactions to what people wrote who are connected to another process', () => {
  let processes: TwoProcesses;
  let one: World;

  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ one } = processes);
    // The first process runs all jobs.
    await processes.two.platform.jobs.stop();
  });
  afterAll(() => processes?.close());

  const { acquainted, write } = talkIn(() => one);

  it('reach people live as soon as they are connected, before they are stored as online', async () => {
    const [ada, bob, conversation] = await acquainted();
    const socket = await processes.two.socketOf(bob.cookie);
    const { body } = await write(bob, conversation, 'Hi');
    await socket.first('receiveMessage');
    // It takes a moment until Bob is stored as online.
    const isStored = async () =>
      (await one.sql('delete from online_users where user_id = $1 returning user_id', [bob.user_id])).length > 0;
    await expect.poll(isStored).toBe(true);
    await ada.put(`/v1/messages/${body.message._id}/reactions/${encodeURIComponent('👍')}`);
    await one.runJobs();
    expect(await socket.first('notification')).toMatchObject({ type: 'reaction', others: 0 });
  });
});
