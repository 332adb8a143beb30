import { expect, test } from 'vitest';
import { deviceFault, routeFault, screenFault } from '#features/meetings/faults.rules.ts';

test.each(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'InsecureContext', 'Whatever'])(
  'names the step that failed and what to do about it: %s',
  (name) => {
    for (const step of ['microphone', 'camera'] as const) {
      const fault = deviceFault(step, name);
      expect(fault.step).toBe(step);
      expect(fault.title).toContain(step);
      expect(fault.advice.length).toBeGreaterThan(20);
    }
  },
);

test('words each cause differently', () => {
  const titles = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'InsecureContext', 'x'].map(
    (name) => deviceFault('camera', name).title,
  );
  expect(new Set(titles).size).toBe(titles.length);
});

test('reports nothing when a person changes their mind about sharing a screen', () => {
  expect(screenFault('NotAllowedError')).toBeNull();
  expect(screenFault('NotReadableError')?.title).toContain('screen');
});

test('says who can set up a relay when there is none', () => {
  expect(routeFault('Ada', false).advice).toContain('TURN_URL');
  expect(routeFault('Ada', true).advice).not.toContain('TURN_URL');
});
