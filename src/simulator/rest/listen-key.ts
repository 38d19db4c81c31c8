import { assert } from '#base/assert.ts';
import type { ListenKeys } from '../streams/listen-keys.ts';
import { done, refuse } from '../wire-error.ts';
import type { Call, Endpoint } from './endpoint.ts';

/**
 * Calls that make, extend and end the key of a user stream. They know the account by its API key and take no parameters.
 * Source: https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Start-User-Data-Stream
 */
export function listenKeyEndpoints(keys: ListenKeys): readonly Endpoint[] {
  const common = { path: '/fapi/v1/listenKey', security: 'user-stream', weight: 1 } as const;
  return [
    { ...common, method: 'POST', handle: (call) => done({ listenKey: keys.open(accountOf(call)) }) },
    {
      ...common,
      method: 'PUT',
      handle(call) {
        const listenKey = keys.extend(accountOf(call));
        return listenKey === null ? refuse('listenKey') : done({ listenKey });
      },
    },
    {
      ...common,
      method: 'DELETE',
      handle: (call) => (keys.close(accountOf(call)) ? done({}) : refuse('listenKey')),
    },
  ];
}

function accountOf({ account }: Call): string {
  assert(account !== null, 'a call of the user stream asks for a key');
  return account.accountId;
}
