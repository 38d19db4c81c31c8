import { ANN, type World } from './api-world.ts';
import type { CallRow, Fields } from './call-row.ts';
import { GOOD_KEY, type KeySupport } from './key-support.ts';

const KEY = { api_key: 'k'.repeat(64), secret: 's'.repeat(64) };
const badKey = [
  ['api_key', { body: { ...KEY, api_key: 'short' } }],
  ['secret', { body: { ...KEY, secret: 's'.repeat(513) } }],
] as const;

/** Gives Ann a key with known permissions, or removes it. */
async function annsKey({ server }: World, support: KeySupport, isThere: boolean): Promise<void> {
  support.answer = GOOD_KEY;
  const { body } = await server.send('GET', '/api/get-exchange-keys', { as: ANN });
  if (body.items[0].is_present === isThere) return;
  const [name, sent] = isThere ? ['add', KEY] : ['remove', {}];
  await server.send('POST', `/api/${name}-exchange-key`, { as: ANN, body: sent });
}

/** The rows of the calls about exchange keys. @param supportOf - the support behind the server of the tests */
export function keyCallRows(supportOf: () => KeySupport) {
  const annsKeyThen = (isThere: boolean, body: Fields) => async (world: World) => {
    await annsKey(world, supportOf(), isThere);
    return { body };
  };
  return {
    getExchangeKeys: { right: () => ({}), foreign: null },
    addExchangeKey: { right: annsKeyThen(false, KEY), foreign: null, bad: badKey },
    rotateExchangeKey: { right: annsKeyThen(true, KEY), foreign: 'EXCHANGE_KEY_NOT_FOUND', bad: badKey },
    openSimulatedAccount: { right: annsKeyThen(false, {}), foreign: null },
    testExchangeKey: { right: annsKeyThen(true, {}), foreign: 'EXCHANGE_KEY_NOT_FOUND' },
    removeExchangeKey: { right: annsKeyThen(true, {}), foreign: 'EXCHANGE_KEY_NOT_FOUND' },
    acknowledgeExchangeKey: {
      right: async (world: World) => {
        await annsKey(world, supportOf(), true);
        supportOf().answer = { kind: 'unknown' };
        const { body } = await world.server.send('POST', '/api/test-exchange-key', { as: ANN, body: {} });
        return { body: { version: body.version } };
      },
      foreign: 'EXCHANGE_KEY_NOT_FOUND',
      bad: [['version', { body: { version: '1' } }]],
    },
  } satisfies Record<string, CallRow>;
}
