import { randomUUID } from 'node:crypto';
import type { Answer, LiveSocket } from './harness.ts';

const media = { audio: true, video: false, screen: false };

/** A page that stays in meetings: it answers heartbeats until it's stopped. @param key of a stay that it goes on with */
export function stayWith(socket: LiveSocket, key: string = randomUUID()) {
  const beating = setInterval(() => void socket.send('meetingBeat', { key }), 500);
  return {
    key,
    enter: ({ code }: Answer['body']) => socket.send('meetingJoin', { room: code, key, media }),
    leave: () => socket.send('meetingLeave', { key }),
    stop: () => clearInterval(beating),
  };
}
