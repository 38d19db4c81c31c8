import { ANN, type World } from './api-world.ts';
import type { CallRow, Fields } from './call-row.ts';

const ACCOUNT = '/api/exchange-account';
/** Caps in API format that let a small ladder trade. */
export const CAPS = {
  bot_notional: '1000',
  account_notional: '5000',
  orders_per_minute: 60,
  daily_loss: '500',
  price_band_percent: '5',
};

/** A body with the confirmation that the server gives out for it, as Ann sends it. */
export async function confirmed({ server }: Pick<World, 'server'>, path: string, body: Fields = {}): Promise<Fields> {
  const asked = await server.send('POST', path, { as: ANN, body });
  if (asked.body.code !== 'CONFIRMATION_REQUIRED') throw new Error(`${asked.status} ${JSON.stringify(asked.body)}`);
  return { ...body, confirm: asked.body.confirm };
}

/** Sets the caps of Ann's exchange account, which opens it. */
export async function setCaps(world: Pick<World, 'server'>): Promise<void> {
  const path = `${ACCOUNT}/caps`;
  const { body } = await world.server.send('POST', path, { as: ANN, body: CAPS });
  if (body.code !== 'CONFIRMATION_REQUIRED') return; // They are set.
  await world.server.send('POST', path, { as: ANN, body: { ...CAPS, confirm: body.confirm } });
}

/** How every call about the exchange account is asked, rightly and wrongly. */
export const exchangeAccountCallRows = {
  getExchangeAccount: {
    right: async (world) => {
      await setCaps(world);
      return {};
    },
    foreign: null,
  },
  setExchangeCaps: {
    right: async (world) => {
      await setCaps(world);
      return { body: { ...CAPS, daily_loss: '499' } };
    },
    foreign: null,
    bad: [
      ['bot_notional', { body: { bot_notional: '0' } }],
      ['orders_per_minute', { body: { orders_per_minute: 1_201 } }],
      ['price_band_percent', { body: { price_band_percent: '101' } }],
    ],
  },
  haltExchangeAccount: {
    right: async (world) => {
      await setCaps(world);
      return { body: { reason: 'by hand' } };
    },
    foreign: null,
    bad: [['reason', { body: { reason: 'x'.repeat(201) } }]],
  },
  releaseExchangeAccount: {
    right: async (world) => {
      await setCaps(world);
      return { body: await confirmed(world, `${ACCOUNT}/release`) };
    },
    foreign: null,
    bad: [['bot_id', { body: { bot_id: 7 } }]],
  },
} satisfies Record<string, CallRow>;
