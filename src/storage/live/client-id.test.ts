import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '#base/environment.ts';
import { CLIENT_ID } from '#ports/venue.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { clientIdOf, readClientId } from './client-id.ts';

const letters = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'), { minLength: length, maxLength: length })
    .map((list) => list.join(''));
const NUMBER_MAX = 36 ** 8 - 1;
const PARTS = fc.record({
  environment: fc.constantFrom(...ENVIRONMENTS),
  installation: letters(4),
  botId: letters(12),
  number: fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.maxSafeNat().map((n) => n % NUMBER_MAX),
    fc.constant(NUMBER_MAX),
  ),
  leg: letters(2),
  generation: fc.integer({ min: 0, max: 35 }),
});
const EXAMPLE = {
  environment: 'sim',
  installation: 'ab12',
  botId: 'abcdefghij23',
  number: 1,
  leg: 'tp',
  generation: 0,
} as const;

describe('the client id of an order', () => {
  it('begins with q1, environment, installation and bot, and is 34 characters long', () => {
    expect(clientIdOf(EXAMPLE)).toMatch(/^q1sab12abcdefghij2300000001tp0[0-9a-z]{4}$/);
  });

  it('has the form that the exchange takes and gives back each of its parts', () => {
    checkProperty(
      fc.property(PARTS, (parts) => {
        const clientId = clientIdOf(parts);
        expect(clientId).toMatch(CLIENT_ID);
        expect(readClientId(clientId)).toEqual(parts);
      }),
    );
  });

  it('is not ours any more when any one of its characters is another one, or two neighbours change places', () => {
    const other = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCZ.:/_-');
    checkProperty(
      fc.property(PARTS, fc.nat({ max: 33 }), other, (parts, place, letter) => {
        const clientId = clientIdOf(parts);
        const changed = `${clientId.slice(0, place)}${letter}${clientId.slice(place + 1)}`;
        if (changed !== clientId) expect(readClientId(changed)).toBeNull();
        const [first = '', second = ''] = clientId.slice(place, place + 2);
        const swapped = `${clientId.slice(0, place)}${second}${first}${clientId.slice(place + 2)}`;
        if (swapped !== clientId && place < 33) expect(readClientId(swapped)).toBeNull();
      }),
    );
  });

  it('of others, and those of the exchange itself, are not ours', () => {
    const ours = clientIdOf(EXAMPLE);
    for (const text of ['', 'autoclose-1', 'adl_autoclose', 'web_abc', ours.slice(1), `${ours}0`, ours.toUpperCase()])
      expect(readClientId(text), text).toBeNull();
  });

  it('is not made from parts that do not fit into it', () => {
    for (const wrong of [
      { botId: 'short' },
      { botId: 'ABCDEFGHIJ23' },
      { installation: 'abc' },
      { number: NUMBER_MAX + 1 },
      { number: -1 },
      { number: 0.5 },
      { leg: 'x' },
      { generation: 36 },
    ])
      expect(() => clientIdOf({ ...EXAMPLE, ...wrong })).toThrow(/form of a client id|whole number/);
  });
});
