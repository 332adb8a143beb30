import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serializeError } from './logging.ts';

describe('errors in the log', () => {
  it('Have a message, code and stack, but nothing else that a driver attaches to them', () => {
    const client = { processID: 7, secretKey: 4711, host: 'db.example', _stream: new PassThrough() };
    const error = Object.assign(new Error('Connection terminated', { cause: new Error('reset by peer') }), {
      code: 'ECONNRESET',
      client,
      command: { name: 'auth', args: ['a password'] },
    });
    const text = JSON.stringify(serializeError(new AggregateError([error], 'All failed')));
    expect(text).toContain('ECONNRESET');
    expect(text).toContain('Connection terminated: reset by peer');
    expect(text).toContain('logging.test.ts');
    expect(text).not.toMatch(/4711|db\.example|a password/);
  });
});
