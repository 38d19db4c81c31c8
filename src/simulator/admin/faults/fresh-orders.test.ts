import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../rest/http/fault-hook.ts';
import { openFreshOrders } from './fresh-orders.ts';

const place = { method: 'POST', path: '/fapi/v1/order', params: new Map(), accountId: 'a' };
const placed = jsonAnswer(200, '{"orderId":8389766216312345678,"clientOrderId":"mine-1","symbol":"ETHUSDT"}');
const ask = (params: Readonly<Record<string, string>>, accountId = 'a') => ({
  method: 'GET',
  path: '/fapi/v1/order',
  params: new Map(Object.entries(params)),
  accountId,
});

describe('the lag of queries behind new orders', () => {
  it('hides a new order from queries by either id until the lag is over', () => {
    let wallMs = 0;
    const fresh = openFreshOrders(() => wallMs);
    fresh.setLag(1_000);
    fresh.note(place, placed);
    wallMs = 999;
    for (const params of [{ orderId: '8389766216312345678' }, { origClientOrderId: 'mine-1' }]) {
      expect(fresh.hidden(ask(params))).toMatchObject({
        answer: { status: 400, body: expect.stringContaining('-2013') },
      });
    }
    wallMs = 1_000;
    expect(fresh.hidden(ask({ origClientOrderId: 'mine-1' }))).toBeNull();
  });

  it('hides neither another account’s orders nor anything but queries', () => {
    const fresh = openFreshOrders(() => 0);
    fresh.setLag(1_000);
    fresh.note(place, placed);
    expect(fresh.hidden(ask({ origClientOrderId: 'mine-1' }, 'b'))).toBeNull();
    expect(fresh.hidden(ask({ origClientOrderId: 'mine-2' }))).toBeNull();
    expect(fresh.hidden({ ...ask({ origClientOrderId: 'mine-1' }), method: 'DELETE' })).toBeNull();
  });

  it('lets queries find new orders at once while no lag is set', () => {
    const fresh = openFreshOrders(() => 0);
    fresh.note(place, placed);
    expect(fresh.hidden(ask({ origClientOrderId: 'mine-1' }))).toBeNull();
  });
});
