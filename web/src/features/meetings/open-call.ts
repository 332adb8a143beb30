import type { NavigateFunction } from 'react-router';
import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import { newId } from '#platform/ids.ts';
import { pathTo } from '#platform/paths.ts';

/** Opens the meeting of a call, which starts right away, with the camera off. */
export function openCall(navigate: NavigateFunction, code: string, call: OpenedCall): void {
  const { roomId, title, path, stay = newId() } = call;
  void navigate(pathTo('meetJoin', {}, { room: code, video: '0' }), { state: { call: { roomId, title, path, stay } } });
}
