import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contractResolver } from '#ui/form/contract-resolver.ts';

const schema = z.object({
  email: z.string().min(1, 'Email must be provided').includes('@', { error: 'Enter a valid Email' }),
  password: z.string().min(8, 'Too short'),
});
const options = { fields: {}, shouldUseNativeValidation: false };

describe('a form with a schema', () => {
  it("gets each field's first broken rule, and reports all of them", async () => {
    const said = vi.fn();
    const { errors } = await contractResolver(schema, said)({ email: '', password: 'x' }, undefined, options);
    expect(errors).toMatchObject({ email: { message: 'Email must be provided' }, password: { message: 'Too short' } });
    expect(said).toHaveBeenCalledWith(['Email must be provided', 'Enter a valid Email', 'Too short']);
  });

  it('gets the values if all rules pass', async () => {
    const said = vi.fn();
    const values = { email: 'ada@example.org', password: 'long enough' };
    await expect(contractResolver(async () => schema, said)(values, undefined, options)).resolves.toEqual({
      values,
      errors: {},
    });
    expect(said).toHaveBeenCalledWith([]);
  });

  it("reports a schema that can't be loaded", async () => {
    const said = vi.fn();
    const load = () => Promise.reject(new TypeError('Failed to fetch'));
    const { errors } = await contractResolver(load, said)({ email: '' }, undefined, options);
    expect(errors.root?.message).toMatch(/couldn't reach/);
    expect(said.mock.calls[0]?.[0]).toHaveLength(1);
  });
});
