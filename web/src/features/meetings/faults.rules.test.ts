import { expect, test } from 'vitest';
import { deviceFault, routeFault, screenFault } from '#features/meetings/faults.rules.ts';

test.each(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'InsecureContext', 'Whatever'])(
  'a fault names the step that failed and what to do: %s',
  (name) => {
    for (const step of ['microphone', 'camera'] as const) {
      const fault = deviceFault(step, name);
      expect(fault.step).toBe(step);
      expect(fault.title).toContain(step);
      expect(fault.advice.length).toBeGreaterThan(20);
    }
  },
);

test('each cause has words of its own', () => {
  const titles = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'InsecureContext', 'x'].map(
    (name) => deviceFault('camera', name).title,
  );
  expect(new Set(titles).size).toBe(titles.length);
});

test('a person who changed their mind about the screen is told nothing', () => {
  expect(screenFault('NotAllowedError')).toBeNull();
  expect(screenFault('NotReadableError')?.title).toContain('screen');
});

test('without a relay the fault says who can set one up', () => {
  expect(routeFault('Ada', false).advice).toContain('TURN_URL');
  expect(routeFault('Ada', true).advice).not.toContain('TURN_URL');
});
