import { at } from '#base/assert.ts';

/** What `create` and `create-portfolio` are asked with, in the form of the contract. */
export interface ManyLadders {
  readonly wallet: { readonly name: string; readonly balance: string };
  readonly ladders: readonly {
    readonly name: string;
    readonly symbols: readonly string[];
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

/** The bots of a large portfolio. */
export const LADDERS = 200;
const SYMBOLS = ['ETHUSDT', 'BTCUSDT', 'SOLUSDT', 'XRPUSDT'];

/** Narrow ladders on a large wallet, whose cycles end within minutes; every third has a stop-loss. */
export function manyLadders(): ManyLadders {
  const ladders = Array.from({ length: LADDERS }, (_, index) => ({
    name: `Narrow ladder ${index + 1}`,
    symbols: [at(SYMBOLS, index % SYMBOLS.length)],
    params: {
      base_order_size: String(120 + index),
      safety_orders_count: 1,
      step_percent: '0.3',
      take_profit_percent: `0.${1 + (index % 7)}`,
      ...(index % 3 === 0 ? { stop_loss_percent: '2' } : {}),
    },
  }));
  return { wallet: { name: 'Narrow ladders', balance: '1000000' }, ladders };
}
