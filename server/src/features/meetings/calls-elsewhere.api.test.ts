import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../../test/harness.ts';
import { stayWith } from '../../../test/meeting-stay.ts';
import { noRedis } from '../../../test/redis.ts';
import { talkIn } from '../../../test/talk.ts';
import { startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

describe.skipIf(noRedis)(noRedis ?? 'A call between people on two processes', () => {
  let processes: TwoProcesses;
  let one: World;
  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ one } = processes);
  });
  afterAll(() => processes?.close());

  const { acquainted, write } = talkIn(() => one);

  it('rings on every device, stops on all when one answers, and shows both when one mutes or reacts', async () => {
    const [ada, bob, room] = await acquainted();
    await write(ada, room, 'Hello');
    const [adas, phone, desk] = [
      await ada.socket(),
      await processes.two.socketOf(bob.cookie),
      await one.socketOf(bob.cookie),
    ];
    const { call } = (await ada.post(`/v1/rooms/${room}/call`)).body;
    for (const socket of [phone, desk]) await socket.first('callChanged', ({ change }) => change === 'ringing');
    const [hers, his] = [stayWith(adas), stayWith(phone)];
    expect(await hers.enter(call)).toEqual({ ok: true });
    expect(await his.enter(call)).toEqual({ ok: true });
    for (const socket of [phone, desk, adas]) {
      const joined = await socket.first('callChanged', ({ username }) => username === bob.user.username);
      expect(joined).toMatchObject({ change: 'joined', call: { call_id: call.call_id, ringing: [] } });
    }
    const { peer_id } = await phone.first('meetingEntered');
    expect(await adas.send('meetingMute', { key: hers.key, peer_id })).toEqual({ ok: true });
    await phone.first('meetingMuted');
    expect(await phone.send('meetingReact', { key: his.key, emoji: '🎉' })).toEqual({ ok: true });
    expect(await adas.first('meetingReacted')).toEqual({ peer_id, emoji: '🎉' });
    for (const stay of [hers, his]) stay.stop();
  });
});
