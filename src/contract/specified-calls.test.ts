import { objectToSnake } from 'ts-case-convert';
import { describe, expect, it } from 'vitest';
import type { ZodMiniObject } from 'zod/mini';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** The calls that the product was specified with, and the names that they were specified to take, as on the wire. */
const specified: readonly (readonly [method: string, path: string, fields: readonly string[]])[] = [
  ['GET', '/api/get-assets', []],
  ['POST', '/api/{kind}/create', []],
  ['POST', '/api/{kind}/create-portfolio', ['name']],
  ['POST', '/api/{kind}/finish', ['strategy_executor_id']],
  ['POST', '/api/{kind}/stop', ['strategy_executor_id']],
  ['POST', '/api/{kind}/restart', ['strategy_executor_id']],
  ['POST', '/api/{kind}/delete/{id}', []],
  [
    'POST',
    '/api/{kind}/set-is-enter-enabled',
    ['strategy_executor_id', 'is_enter_sell_enabled', 'is_enter_buy_enabled'],
  ],
  ['POST', '/api/{kind}/set-condition', ['strategy_executor_id', 'stop_loss_percent', 'take_profit_percent']],
  ['GET', '/api/get-portfolio-list', []],
  ['GET', '/api/{kind}/get-portfolios', []],
  ['GET', '/api/get-portfolio-by-id', ['portfolio_id']],
  ['POST', '/api/set-portfolio-props', ['portfolio_id', 'comment', 'limit']],
  ['GET', '/api/get-portfolio-pnl', ['portfolio_id', 'date_from', 'date_to']],
  ['GET', '/api/get-portfolio-id-by-name', ['name']],
  ['GET', '/api/get-bot-by-name-and-portfolio', ['name', 'portfolio_id']],
  ['GET', '/api/{kind}/get-bots', ['portfolio_id']],
  ['GET', '/api/{kind}/get-bot-cum-result', ['strategy_executor_id', 'date_from', 'date_to']],
  ['GET', '/api/{kind}/get-atoms', ['bot_id']],
  ['GET', '/api/{kind}/get-logs', ['limit', 'offset', 'search']],
  ['GET', '/api/{kind}/get-orders-from-log', ['order_id']],
  ['GET', '/api/{kind}/get-cycles', ['bot_id', 'end_date', 'offset', 'limit']],
  ['GET', '/api/{kind}/get-net-cycles', ['bot_id', 'offset', 'limit']],
  ['GET', '/api/{kind}/get-trades', ['cycle_id']],
  ['GET', '/api/{kind}/get-enter-position-date', ['strategy_executor_id']],
  ['GET', '/api/get-test-conditions', []],
  ['GET', '/api/get-test-cum-bot-results', ['condition_id']],
  ['GET', '/api/get-test-bots', ['condition_id']],
  ['GET', '/api/get-test-net-cycles', ['bot_id', 'offset', 'limit', 'result_from', 'result_to']],
  ['POST', '/api/get-futures', []],
  ['GET', '/api/get-executed-orders', []],
  ['POST', '/api/save-order-stat', ['day']],
  ['POST', '/api/asset/{id}/update-fields', ['trade_category_id', 'comment', 'score']],
  ['GET', '/api/trade-categories', []],
  ['GET', '/api/assets/{id}/description', []],
  ['GET', '/api/assets/{id}/cmc-data', []],
  ['GET', '/api/price-move-histogram/{id}', []],
  ['GET', '/api/bots/{id}/manual-deals', []],
  ['POST', '/api/bots/{id}/manual-deals', []],
  ['DELETE', '/api/manual-deals/{id}', []],
];

const all: readonly Call[] = calls;

/** Addresses with their parameters unnamed: what a parameter is called is no part of the address. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '*');
const namesOf = (schema: ZodMiniObject | undefined): readonly string[] =>
  Object.keys(objectToSnake(Object.fromEntries(Object.keys(schema?.shape ?? {}).map((name) => [name, '']))));

describe('the calls of the specification', () => {
  it('are forty', () => expect(specified).toHaveLength(40));

  it.each(specified)('%s %s is a call of the API and takes what was specified', (method, path, fields) => {
    const call = all.find((one) => one.method === method && shapeOf(one.path) === shapeOf(path));
    expect(call?.path).toBeDefined();
    const taken = [...namesOf(call?.query), ...namesOf(call?.body)];
    expect(taken).toEqual(expect.arrayContaining([...fields]));
  });
});
