import type { ListenKeys } from '../../streams/user/listen-keys.ts';
import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { accountOf } from './account-call.ts';

/**
 * Calls that create, extend and end the listen key of a user stream. They identify the account by its API key and take
 * no parameters. Source:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Start-User-Data-Stream
 */
export function listenKeyEndpoints(keys: ListenKeys): readonly Endpoint[] {
  const common = { path: '/fapi/v1/listenKey', security: 'user-stream', weight: 1 } as const;
  return [
    { ...common, method: 'POST', handle: (call) => accept({ listenKey: keys.open(accountOf(call).accountId) }) },
    {
      ...common,
      method: 'PUT',
      handle(call) {
        const listenKey = keys.extend(accountOf(call).accountId);
        return listenKey === null ? refuse('listenKey') : accept({ listenKey });
      },
    },
    {
      ...common,
      method: 'DELETE',
      handle: (call) => (keys.close(accountOf(call).accountId) ? accept({}) : refuse('listenKey')),
    },
  ];
}
