import { describe, expect, it } from 'vitest';
import { clientRequest } from './client-request.ts';

describe('a message of a client', () => {
  it.each([7, 'request-7', null])('subscribes under the id %s', (id) => {
    expect(clientRequest(JSON.stringify({ method: 'SUBSCRIBE', params: ['btcusdt@depth'], id }))).toEqual({
      method: 'SUBSCRIBE',
      names: ['btcusdt@depth'],
      id,
    });
  });

  it('can list its subscriptions without parameters', () => {
    expect(clientRequest('{"method":"LIST_SUBSCRIPTIONS","id":3}')).toEqual({
      method: 'LIST_SUBSCRIPTIONS',
      names: [],
      id: 3,
    });
  });

  it.each([
    ['not json', 3],
    ['{"method":"SUBSCRIBE"}', 2],
    ['{"method":"SUBSCRIBE","params":"btcusdt@depth","id":1}', 2],
    ['{"method":"SUBSCRIBE","params":["a"],"id":1.5}', 2],
    ['{"method":"TRADE","params":[],"id":1}', 2],
    ['[]', 2],
    ['null', 2],
  ])('is refused with the exchange’s error: %s', (text, code) => {
    expect(clientRequest(text)).toMatchObject({ code });
  });
});
