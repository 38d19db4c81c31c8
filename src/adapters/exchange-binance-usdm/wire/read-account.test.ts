import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { mutatedRows, ODD_ROWS } from '../../../../tests/fuzz/mutated-row.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { instrumentOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import { digestOf } from '../account/account-memory.ts';
import { blockedBy, readAlgos, readOrders, readPositions } from './read-account.ts';

const AT = Date.UTC(2026, 0, 5);
const listed = new Map(
  ['BTCUSDT', 'ETHUSDT', 'XRPUSDT'].map((symbol) => [
    symbol,
    instrumentOf({ symbol, tick: '0.01', step: '0.001', notionalMin: '20', brackets: singleTier('0.01') }),
  ]),
);
const known = (symbol: string) => listed.get(symbol);
const position = (symbol: string) => ({
  ...{ symbol, positionSide: 'LONG', positionAmt: '0.100', entryPrice: '1900.00', updateTime: AT },
});
const order = (symbol: string) => ({
  ...{ symbol, clientOrderId: 'q1', orderId: 1, side: 'BUY', positionSide: 'LONG', type: 'LIMIT', status: 'NEW' },
  ...{ price: '1900.00', origQty: '0.100', executedQty: '0', updateTime: AT },
});
const conditional = (symbol: string) => ({
  ...{ symbol, clientAlgoId: 'q1', algoId: 1, side: 'SELL', positionSide: 'LONG', orderType: 'STOP_MARKET' },
  ...{ algoStatus: 'NEW', triggerPrice: '1900.00', quantity: '0.100', updateTime: AT },
});

type Row = Readonly<Record<string, unknown>>;
const READERS: readonly [
  string,
  (symbol: string) => Row,
  typeof readPositions | typeof readOrders | typeof readAlgos,
][] = [
  ['positions', position, readPositions],
  ['orders', order, readOrders],
  ['conditional orders', conditional, readAlgos],
];

describe('an account with a row that cannot be read', () => {
  it.each(READERS)(
    '%s: is never without that row: each mutated row is read, or stored and blocks entries',
    (_, rowOf, read) => {
      process.stdout.write(`property seed ${SEED_OF_RUN}\n`);
      const place = chance(SEED_OF_RUN).between(0, listed.size - 1);
      const rows = [...listed.keys()].map(rowOf);
      const others = read(rows.toSpliced(place, 1), known);
      if (others.kind === 'some') throw new Error('the rows are right');
      const odd = ODD_ROWS.map((row) => ({ path: '', what: 'a row that is none', row }));
      for (const { path, what, row } of [...mutatedRows(rows[place]), ...odd]) {
        const found = read((rows as readonly unknown[]).with(place, row), known);
        const said = `${path} ${what}`;
        if (found.kind === 'all') {
          const isFlat = path === 'positionAmt' && what === 'zero';
          expect([said, found.rows.length]).toEqual([said, isFlat ? 2 : 3]);
          continue;
        }
        expect([said, found.readable]).toEqual([said, others.rows]);
        expect([said, found.unresolved.map(({ raw }) => raw)]).toEqual([said, [JSON.stringify(row)]]);
        const symbol = typeof row === 'object' && row !== null && 'symbol' in row ? row.symbol : '';
        const isNamed = typeof symbol === 'string' && symbol !== '' && symbol.length <= 40;
        expect([said, blockedBy([found])]).toEqual([
          said,
          isNamed ? { kind: 'symbols', symbols: new Set([symbol]) } : { kind: 'account' },
        ]);
      }
    },
  );

  it('an unreadable position has another digest than a flat one', () => {
    const odd = readPositions([{ ...position('ETHUSDT'), positionAmt: '?' }], known);
    expect(digestOf(odd, [])).not.toBe(digestOf(readPositions([], known), []));
  });

  it('an account with unreadable rows blocks the symbols of all its lists', () => {
    const odd = { ...order('ETHUSDT'), status: 'SOMETHING_NEW' };
    const answers = [
      readOrders([odd], known),
      readPositions([{ ...position('龙虾USDT') }, position('BTCUSDT')], known),
      readAlgos([], known),
    ];
    expect(blockedBy(answers)).toEqual({ kind: 'symbols', symbols: new Set(['ETHUSDT', '龙虾USDT']) });
    expect(blockedBy([...answers, readOrders([null], known)])).toEqual({ kind: 'account' });
  });
});
