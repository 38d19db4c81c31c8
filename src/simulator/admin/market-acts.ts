import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import type { OrderRequest } from '../exchange/commands.ts';
import type { Simulation } from '../simulation.ts';
import { accountIn, mustExecute } from './account-acts.ts';
import { type AdminAct, adminAct, notFound } from './admin-act.ts';

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must be a positive decimal text');
const accountId = z.string().max(64);
const symbol = z.string().max(40);
const side = z.enum(['BUY', 'SELL']);
const positionSide = z.enum(['BOTH', 'LONG', 'SHORT']);
/** Size of a tick or step in units of its last decimal: 0.05 has five. */
const units = z.number().int().min(1).max(1_000_000);

const SYMBOL = z.strictObject({ symbol });
const SHOCK = z.strictObject({ symbol, factor: z.number().min(0.1).max(10) });
const FILTERS = z.strictObject({
  symbol,
  tickUnits: units.nullable().default(null),
  stepUnits: units.nullable().default(null),
  notionalMin: decimal.nullable().default(null),
});
const LIQUIDATE = z.strictObject({ accountId, symbol, positionSide });
const PARTS_MAX = 20;
/**
 * From now on the account's orders on the symbol fill in these fractions of their quantity; an empty list restores
 * whole fills.
 */
const PARTS = z.strictObject({
  accountId,
  symbol,
  parts: z
    .array(z.number().positive().max(1))
    .max(PARTS_MAX)
    .refine(
      (parts) => parts.reduce((sum, part) => sum + part, 0) <= 1 + 1e-9,
      'must be parts of a whole: at most 1 together',
    ),
});
const FOREIGN = z.strictObject({
  accountId,
  symbol,
  side,
  positionSide: positionSide.nullable().default(null),
  quantity: decimal,
  /** Limit price; without one the order is a market order. */
  price: decimal.nullable().default(null),
});

/** Manual interventions in prices, symbols and positions. The journal records them like any other command. */
export function marketActs(simulation: Simulation): Readonly<Record<string, AdminAct>> {
  const { market } = simulation;
  const listed = (name: string): string => {
    if (!market.symbols.has(name)) throw notFound(`symbol "${name}"`);
    return name;
  };
  /** Candles that clients have already seen do not change. */
  const nextMinute = () => later(startOf(simulation.now(), MINUTE_MS), MINUTE_MS);
  const disturbTrade = (kind: 'halt' | 'resume'): AdminAct =>
    adminAct(SYMBOL, async (body) => {
      const disturbance = { kind, symbol: listed(body.symbol), minute: nextMinute() };
      await simulation.disturb(disturbance);
      return disturbance;
    });
  return {
    'POST /admin/faults/price-shock': adminAct(SHOCK, async ({ factor, ...body }) => {
      const disturbance = { kind: 'shock', symbol: listed(body.symbol), minute: nextMinute(), factor } as const;
      await simulation.disturb(disturbance);
      return disturbance;
    }),
    'POST /admin/faults/halt': disturbTrade('halt'),
    'POST /admin/faults/resume': disturbTrade('resume'),
    'POST /admin/faults/filters': adminAct(FILTERS, async (body) => {
      const disturbance = { kind: 'filters', ...body, symbol: listed(body.symbol) } as const;
      await simulation.disturb(disturbance);
      return disturbance;
    }),
    'POST /admin/faults/funding': adminAct(SYMBOL, async (body) => {
      await mustExecute(simulation, { type: 'settle-funding', symbol: listed(body.symbol) });
      return {};
    }),
    'POST /admin/faults/liquidate': adminAct(LIQUIDATE, async (body) => {
      const command = { type: 'liquidate', symbol: listed(body.symbol), positionSide: body.positionSide } as const;
      await mustExecute(simulation, { type: 'account', accountId: accountIn(simulation, body.accountId), command });
      return {};
    }),
    'POST /admin/faults/fill-in-parts': adminAct(PARTS, async (body) => {
      accountIn(simulation, body.accountId);
      await mustExecute(simulation, { type: 'fill-in-parts', ...body, symbol: listed(body.symbol) });
      return {};
    }),
    'POST /admin/faults/foreign-order': adminAct(FOREIGN, async (body) => {
      const request = foreignOrder({ ...body, symbol: listed(body.symbol) });
      const command = { type: 'place-order', request } as const;
      const { order } = await mustExecute(simulation, {
        type: 'account',
        accountId: accountIn(simulation, body.accountId),
        command,
      });
      return { orderId: order?.orderId, clientOrderId: request.clientOrderId };
    }),
  };
}

/** An order as if the account's owner had placed it on the exchange's own page. */
function foreignOrder(wanted: Omit<z.infer<typeof FOREIGN>, 'accountId'>): OrderRequest {
  const isLimit = wanted.price !== null;
  return {
    symbol: wanted.symbol,
    side: wanted.side,
    positionSide: wanted.positionSide,
    type: isLimit ? 'LIMIT' : 'MARKET',
    timeInForce: isLimit ? 'GTC' : null,
    quantity: wanted.quantity,
    price: wanted.price,
    reduceOnly: null,
    clientOrderId: `web_${randomBytes(10).toString('hex')}`,
    priceMatch: null,
    selfTradePreventionMode: null,
    goodTillDate: null,
  };
}
