import { describe, expect, test } from 'vitest';
import { cashFrom, cashText, rateFromPercent } from '#base/decimal.ts';
import { type Cash, type Rate, share, subtract, times, ZERO_CASH } from '#base/exact.ts';
import { longExample, priceOf, shortExample, tierExample } from '../../../../tests/support/worked-examples.ts';
import { averagePrice, type Instrument, notional, priceText, quantityText } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { type Direction, signOf } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';
import { liquidationPrice } from '../margin/liquidation.ts';
import { initialMargin } from '../margin/margin.ts';
import { breakEvenPrice, stopLossPrice, takeProfitPrice } from './exits.ts';
import { committedMargin, fillLadder } from './filled-ladder.ts';
import { ladderOf } from './ladder.ts';

interface Example {
  readonly instrument: Instrument;
  readonly params: LadderParams;
  readonly basePrice: string;
  readonly wallet?: string;
}

/** Everything of an example, its ladder filled level by level. */
function open(example: Example, changes: Partial<LadderParams> = {}) {
  const { instrument } = example;
  const params = { ...example.params, ...changes };
  const ladder = ladderOf(params);
  const direction: Direction = params.direction === 'sell' ? 'sell' : 'buy';
  const basePrice = priceOf(instrument, example.basePrice);
  const { levels } = fillLadder({ ladder, instrument, direction }, basePrice);
  const wallet = example.wallet === undefined ? null : cashFrom(example.wallet);
  const exit = (position: Position) => ({ ladder, instrument, direction, position, basePrice });
  const takeProfit = rateFromPercent(params.takeProfitPercent ?? '0');
  const deepest = levels.at(-1)?.position;
  if (deepest === undefined) throw new Error('The example has no levels.');
  return { instrument, ladder, direction, basePrice, levels, wallet, exit, takeProfit, deepest };
}

/** The cells of one row, in the columns of the domain document. */
function row(example: ReturnType<typeof open>, level: number): string[] {
  const { instrument, levels, ladder, direction, exit, takeProfit, wallet } = example;
  const filled = levels[level];
  if (filled === undefined) throw new Error(`The example has no level ${level}.`);
  const { position } = filled;
  const margin = initialMargin(position.cost, ladder.leverage);
  const none = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
  const liquidation = liquidationPrice({ instrument, direction, position, wallet: wallet ?? margin, ...none });
  return [
    priceText(instrument, filled.price),
    quantityText(instrument, filled.quantity),
    cashText(filled.notional),
    cashText(filled.fee),
    quantityText(instrument, position.quantity),
    cashText(position.cost),
    cashText(averagePrice(instrument, position.cost, position.quantity)),
    cashText(margin),
    priceText(
      instrument,
      takeProfitPrice({ ...exit(position), ladder: { ...ladder, tpNetOfFees: false }, takeProfit }),
    ),
    priceText(instrument, takeProfitPrice({ ...exit(position), takeProfit })),
    liquidation === null ? 'none' : cashText(liquidation),
  ];
}

/** What closing the whole position at a price brings: gross, exit fee, net result. */
function close(
  { instrument, direction, deepest }: ReturnType<typeof open>,
  priceInText: string,
  { fee, funding = ZERO_CASH }: { fee: Rate; funding?: Cash },
) {
  const value = notional(instrument, priceOf(instrument, priceInText), deepest.quantity);
  const gross = times(subtract(value, deepest.cost), signOf(direction));
  const exitFee = share(value, fee, 'half-up');
  const result = subtract(subtract(subtract(gross, exitFee), deepest.fees), funding);
  return [gross, exitFee, result].map(cashText);
}

/** Money cells as the domain document prints them, without idle zeros, at full scale. */
const money = (text: string): string => cashText(cashFrom(text));
const MONEY_COLUMNS = new Set([2, 3, 5, 6, 7, 10]);
const cells = (line: string): string[] =>
  line.split('|').map((cell, column) => (MONEY_COLUMNS.has(column) ? money(cell.trim()) : cell.trim()));

describe('worked example 1: long, isolated 10×', () => {
  const example = open(longExample);
  //  P_k | q_k | notional | fee | Q | C | A | IM | TP gross | TP net | LP
  const table = [
    '2000.00|0.100|200.00000|0.10000000|0.100|200.0000|2000.00000000|20.00000|2020.00|2021.41|1807.22891566',
    '1980.00|0.101|199.98000|0.03999600|0.201|399.9800|1989.95024876|39.99800|2009.85|2010.95|1798.14781514',
    '1950.00|0.153|298.35000|0.05967000|0.354|698.3300|1972.68361582|69.83300|1992.42|1993.38|1782.54543598',
    '1905.00|0.236|449.58000|0.08991600|0.590|1147.9100|1945.61016949|114.79100|1965.07|1965.96|1758.08147846',
    '1837.50|0.367|674.36250|0.13487250|0.957|1822.2725|1904.15099269|182.22725|1923.20|1924.03|1720.61836688',
  ];
  test.each(table.map((line, level) => ({ line, level })))(
    'has the published figures of level $level to the last digit',
    ({ line, level }) => {
      expect(row(example, level)).toEqual(cells(line));
    },
  );

  test('needs 182.22725 of margin and 0.42445450 of entry fees', () => {
    const { ladder, instrument, basePrice } = example;
    expect(cashText(example.deepest.fees)).toBe('0.42445450');
    expect(cashText(committedMargin({ ladder, instrument, direction: 'buy' }, basePrice))).toBe('182.65170450');
  });

  test('closes at the take profit with 18.23149616, never less than 1 % of the cost', () => {
    const { takeProfit, exit, deepest, instrument } = example;
    const price = priceText(instrument, takeProfitPrice({ ...exit(deepest), takeProfit }));
    expect(close(example, price, { fee: instrument.makerFee })).toEqual(['19.02421000', '0.36825934', '18.23149616']);
  });

  test('breaks even at 1904.98 as maker and at 1905.55 as taker', () => {
    const { exit, deepest, instrument } = example;
    const at = (exitFee: Rate) => priceText(instrument, breakEvenPrice({ ...exit(deepest), exitFee }));
    expect([at(instrument.makerFee), at(instrument.takerFee)]).toEqual(['1904.98', '1905.55']);
  });

  test('takes 1 % of the base order at 1907.07 when the profit is measured from the base', () => {
    const onBase = open(longExample, { tpBasis: 'base' });
    const price = takeProfitPrice({ ...onBase.exit(onBase.deepest), takeProfit: onBase.takeProfit });
    expect(priceText(onBase.instrument, price)).toBe('1907.07');
  });

  test('stops 10 % below the base at 1800.00 with -100.95825450', () => {
    const { exit, deepest, instrument } = example;
    const price = priceText(instrument, stopLossPrice({ ...exit(deepest), stopLoss: rateFromPercent('10') }));
    expect(price).toBe('1800.00');
    expect(close(example, price, { fee: instrument.takerFee })).toEqual([
      '-99.67250000',
      '0.86130000',
      '-100.95825450',
    ]);
  });

  test('shows the stop after each step of a 5 % stop from the average, rounded up for a long', () => {
    const average = open(longExample, { slBasis: 'average' });
    const stops = average.levels.map(({ position }) =>
      priceText(average.instrument, stopLossPrice({ ...average.exit(position), stopLoss: rateFromPercent('5') })),
    );
    expect(stops).toEqual(['1900.00', '1890.46', '1874.05', '1848.33', '1808.95']);
  });
});

describe('worked example 2: short, cross 5×', () => {
  const example = open(shortExample);
  //  P_k | q_k | notional | Q | C | A | TP net | LP
  const table = [
    '0.20000|150|30.00000|150|30.00000|0.20000000|0.19746|2.85240464',
    '0.20400|294|59.97600|444|89.97600|0.20264865|0.20011|1.09805925',
    '0.20880|402|83.93760|846|173.91360|0.20557163|0.20301|0.67500982',
    '0.21456|548|117.57888|1394|291.49248|0.20910508|0.20650|0.49358122',
    '0.22148|743|164.55964|2137|456.05212|0.21340764|0.21075|0.39859296',
    '0.22977|1003|230.45931|3140|686.51143|0.21863421|0.21592|0.34430124',
  ];
  const wanted = (line: string) => {
    const [price, quantity, value, total, cost, average, takeProfit, liquidation] = line.split('|');
    return [price, quantity, money(value ?? ''), total, money(cost ?? ''), average, takeProfit, liquidation];
  };
  test.each(table.map((line, level) => ({ line, level })))(
    'has the published figures of level $level to the last digit',
    ({ line, level }) => {
      const all = row(example, level);
      expect([0, 1, 2, 4, 5, 6, 9, 10].map((column) => all[column])).toEqual(wanted(line));
    },
  );

  test('closes at the take profit with 8.24072995', () => {
    const { instrument, deepest } = example;
    expect(cashText(deepest.fees)).toBe('0.14630229');
    expect(close(example, '0.21592', { fee: instrument.makerFee })).toEqual(['8.52263000', '0.13559776', '8.24072995']);
  });

  test('stops 25 % above the base at 0.25000 with -99.02737229', () => {
    const { exit, deepest, instrument } = example;
    const price = priceText(instrument, stopLossPrice({ ...exit(deepest), stopLoss: rateFromPercent('25') }));
    expect(price).toBe('0.25000');
    expect(close(example, price, { fee: instrument.takerFee })).toEqual(['-98.48857000', '0.39250000', '-99.02737229']);
  });
});

describe('worked example 3: long, isolated 20×, across a margin tier, funding paid 18.75', () => {
  const example = open(tierExample);
  const funding = cashFrom('18.75');
  //  P_k | q_k | notional | Q | C | A | IM | LP
  const table = [
    '60000.0|0.166|9960.0|0.166|9960.0|60000.00000000|498.000|57228.91566265',
    '59700.0|0.335|19999.5|0.501|29959.5|59799.40119760|1497.975|57037.58146358',
    '59100.0|0.676|39951.6|1.177|69911.1|59397.70603229|3495.555|56668.68326339',
    '57900.0|1.381|79959.9|2.558|149871.0|58589.13213448|7493.550|55919.72764526',
  ];
  const wanted = (line: string) => {
    const [price, quantity, value, total, ...amounts] = line.split('|');
    return [price, quantity, money(value ?? ''), total, ...amounts.map(money)];
  };
  test.each(table.map((line, level) => ({ line, level })))(
    'has the published figures of level $level to the last digit',
    ({ line, level }) => {
      const all = row(example, level);
      expect([0, 1, 2, 4, 5, 6, 7, 10].map((column) => all[column])).toEqual(wanted(line));
    },
  );

  const paid = (): Position => ({ ...example.deepest, fundingPaid: funding });

  test('liquidates at 55927.09442443 when funding was taken from the isolated wallet', () => {
    const { instrument, direction } = example;
    const position = paid();
    const wallet = subtract(initialMargin(position.cost, 20), funding);
    expect(cashText(wallet)).toBe('7474.80000000');
    const none = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
    const price = liquidationPrice({ instrument, direction, position, wallet, ...none });
    expect(price === null ? null : cashText(price)).toBe('55927.09442443');
  });

  test('closes at the take profit of 58972.7 with 899.28396668 after funding', () => {
    const { exit, takeProfit, instrument, deepest } = example;
    expect(cashText(deepest.fees)).toBe('32.96220000');
    const price = priceText(instrument, takeProfitPrice({ ...exit(paid()), takeProfit }));
    expect(price).toBe('58972.7');
    expect(close(example, price, { fee: instrument.makerFee, funding })).toEqual([
      '981.16660000',
      '30.17043332',
      '899.28396668',
    ]);
  });

  test('stops 5 % below the base at 57000.0 with -4189.61520000', () => {
    const { exit, deepest, instrument } = example;
    const price = priceText(instrument, stopLossPrice({ ...exit(deepest), stopLoss: rateFromPercent('5') }));
    expect(price).toBe('57000.0');
    const closing = close(example, price, { fee: instrument.takerFee, funding });
    expect(closing).toEqual(['-4065.00000000', '72.90300000', '-4189.61520000']);
  });

  test('does not use the first tier, which would give 55883.20836120 but does not apply at that price', () => {
    const first = { ...tierExample.instrument, brackets: tierExample.instrument.brackets.slice(0, 1) };
    const { deepest, direction } = example;
    const wallet = initialMargin(deepest.cost, 20);
    const none = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
    const price = liquidationPrice({ instrument: first, direction, position: deepest, wallet, ...none });
    expect(price === null ? null : cashText(price)).toBe('55883.20836120');
  });
});

test('includes the taker fee in the price of an exit at market', () => {
  const limit = open(longExample);
  const trailing = open(longExample, { trailingPercent: '0.5' });
  const market = open(longExample, { tpOrder: 'market_trigger' });
  const at = (example: ReturnType<typeof open>) =>
    priceText(
      example.instrument,
      takeProfitPrice({ ...example.exit(example.deepest), takeProfit: example.takeProfit }),
    );
  // (1822.2725 · 1.01 + 0.4244545) / (0.957 · 0.9995) = 1924.5983…
  expect([at(limit), at(trailing), at(market)]).toEqual(['1924.03', '1924.60', '1924.60']);
});
