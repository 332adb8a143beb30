import { describe, expect, it } from 'vitest';
import { createSlots, TooManyWaitingError } from './slots.service.ts';

/** Tasks that end when told to, and a list of what's running. */
function works(options: { size: number; waitingPerPerson: number }) {
  const slots = createSlots(options);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    slots(name.slice(0, -1), async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { start, end, running };
}

describe('slots', () => {
  it('One person gets all slots as long as no one else wants one', async () => {
    const { start, running } = works({ size: 2, waitingPerPerson: 9 });
    for (const name of ['ada1', 'ada2', 'ada3']) void start(name);
    expect(running).toEqual(['ada1', 'ada2']);
  });

  it('No one has more than one slot while others wait', async () => {
    const { start, end, running } = works({ size: 2, waitingPerPerson: 9 });
    for (const name of ['ada1', 'ada2', 'ada3', 'ada4', 'bob1', 'bob2']) void start(name);
    await end('ada1');
    expect(running).toEqual(['ada2', 'bob1']);
    await end('bob1');
    expect(running).toEqual(['ada2', 'bob2']);
    await end('bob2');
    expect(running).toEqual(['ada2', 'ada3']);
  });

  it("People who wait take turns, and each person's tasks run in the order they arrived", async () => {
    const { start, end, running } = works({ size: 1, waitingPerPerson: 9 });
    for (const name of ['ada1', 'ada2', 'ada3', 'bob1', 'bob2', 'eve1']) void start(name);
    const order: string[] = [];
    while (running[0] !== undefined) {
      const [name] = running;
      order.push(name);
      await end(name);
    }
    expect(order).toEqual(['ada1', 'ada2', 'bob1', 'eve1', 'ada3', 'bob2']);
  });

  it('Only a person with too much waiting is refused', async () => {
    const { start, end, running } = works({ size: 1, waitingPerPerson: 2 });
    for (const name of ['ada1', 'ada2', 'ada3']) void start(name);
    await expect(start('ada4')).rejects.toBeInstanceOf(TooManyWaitingError);
    void start('bob1');
    for (const name of ['ada1', 'ada2', 'bob1']) await end(name);
    expect(running).toEqual(['ada3']);
    void start('ada5');
    await end('ada3');
    expect(running).toEqual(['ada5']);
  });

  it('The server is never refused, and takes turns with people', async () => {
    const slots = createSlots({ size: 1, waitingPerPerson: 1 });
    const order: string[] = [];
    const note = (name: string) => async () => void order.push(name);
    const works = [null, null, null, 'ada'].map((person) => slots(person, note(person ?? 'server')));
    await Promise.all(works);
    expect(order).toEqual(['server', 'server', 'ada', 'server']);
  });

  it('A task that fails gives its slot back', async () => {
    const slots = createSlots({ size: 1, waitingPerPerson: 1 });
    await expect(slots('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots('ada', () => Promise.resolve(1))).toBe(1);
  });
});
