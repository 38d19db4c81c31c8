import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { wholeText } from '#web/i18n/text.tsx';
import { csvText } from '#web/ui/table/csv.ts';
import { SEED_OF_RUN } from '../../../../../tests/support/seed.ts';
import { byDanger } from './danger.ts';
import { crowdsOf, exposuresOf } from './exposure.ts';
import { openPositions } from './open-positions.ts';
import { dangerColumns, exposureColumns } from './risk-files.ts';

let made = 0;

function atomOf(change: Partial<Atom>): Atom {
  made += 1;
  const flat = { quantity: '0', mark: null, liquidationPrice: null, stopLossPrice: null, unrealized: '0' };
  return { atomId: `atom-${made}`, symbol: 'ETHUSDT', direction: 'buy', ...flat, ...change } as Atom; // Nothing else is read.
}

const botOf = (atoms: readonly Atom[]) => ({ botId: 'b', atoms }) as Bot; // Nothing else is read.
const held = (atoms: readonly Atom[]) => openPositions([botOf(atoms)]);
const coinOf = (symbol: string) => symbol.replace('USDT', '');

describe('exposure by coin', () => {
  it(`adds up to the last digit: positions to coins, coins to all (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    const atoms = Array.from({ length: 200 }, () =>
      atomOf({
        symbol: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'][Math.floor(dice.next() * 3)] ?? 'BTCUSDT',
        direction: dice.next() < 0.5 ? 'buy' : 'sell',
        quantity: (dice.next() * 10).toFixed(3),
        mark: (dice.next() * 100_000).toFixed(5),
      }),
    );
    const { coins, total, unvalued } = exposuresOf(held(atoms), { coinOf, equity: '30000' });
    const plain = (of: readonly Atom[]) =>
      of.reduce((sum, one) => sum.plus(new Decimal(one.quantity).times(one.mark ?? 0)), new Decimal(0)).toFixed(8);
    for (const { coin, long, short, net } of coins) {
      const own = atoms.filter(({ symbol }) => coinOf(symbol) === coin);
      expect(long).toBe(plain(own.filter(({ direction }) => direction === 'buy')));
      expect(new Decimal(short).neg().toFixed(8)).toBe(plain(own.filter(({ direction }) => direction === 'sell')));
      expect(new Decimal(long).plus(short).toFixed(8)).toBe(net);
    }
    const sumOf = (pick: (coin: (typeof coins)[number]) => string) =>
      coins.reduce((sum, one) => sum.plus(pick(one)), new Decimal(0)).toFixed(8);
    expect([sumOf(({ long }) => long), sumOf(({ short }) => short), sumOf(({ net }) => net)]).toEqual([
      total.long,
      total.short,
      total.net,
    ]);
    expect(total.share).toBe(new Decimal(total.net).div('30000').times(100).toFixed(2, Decimal.ROUND_HALF_UP));
    expect(unvalued).toBe(0);
  });

  it('flat atoms are no exposure, and a position without a mark is counted apart, not as zero', () => {
    const atoms = [atomOf({}), atomOf({ quantity: '2', mark: '3' }), atomOf({ quantity: '1', mark: null })];
    const { coins, unvalued } = exposuresOf(held(atoms), { coinOf, equity: '0' });
    expect(coins).toEqual([{ coin: 'ETH', long: '6.00000000', short: '0.00000000', net: '6.00000000', share: null }]);
    expect(unvalued).toBe(1);
  });

  it('three bots on one side of a coin are a crowd, however many positions each has; two bots, or both sides, are none', () => {
    const of = (botId: string, change: Partial<Atom>) =>
      openPositions([{ botId, name: `bot ${botId}`, atoms: [atomOf({ quantity: '1', mark: '3', ...change })] } as Bot]);
    const two = [...of('a', {}), ...of('b', { symbol: 'ETHUSDC' }), ...of('b', {}), ...of('c', { direction: 'sell' })];
    const coin = (symbol: string) => symbol.slice(0, 3);
    expect(crowdsOf(two, coin)).toEqual([]);
    expect(crowdsOf([...two, ...of('d', {}), ...of('e', { symbol: 'BTCUSDT' })], coin)).toEqual([
      { coin: 'ETH', side: 'long', bots: ['bot a', 'bot b', 'bot d'] },
    ]);
  });

  it('the coin with the most held stands first, however its sides cancel out', () => {
    const atoms = [
      atomOf({ symbol: 'BTCUSDT', quantity: '1', mark: '50' }),
      atomOf({ symbol: 'SOLUSDT', quantity: '1', mark: '40' }),
      atomOf({ symbol: 'SOLUSDT', direction: 'sell', quantity: '1', mark: '40' }),
    ];
    expect(exposuresOf(held(atoms), { coinOf, equity: '100' }).coins.map(({ coin, net }) => [coin, net])).toEqual([
      ['SOL', '0.00000000'],
      ['BTC', '50.00000000'],
    ]);
  });
});

describe('open cycles by danger', () => {
  const at = (symbol: string, change: Partial<Atom>) => atomOf({ symbol, quantity: '1', mark: '100', ...change });
  const ranked = (atoms: readonly Atom[]) =>
    byDanger(held(atoms)).map(({ atom, danger }) => `${atom.symbol} ${danger?.kind ?? '-'} ${danger?.percent ?? '-'}`);

  it('the nearest of stop-loss and liquidation counts, above for shorts and below for longs', () => {
    expect(
      ranked([
        at('A', { stopLossPrice: '90', liquidationPrice: '80' }),
        at('B', { direction: 'sell', liquidationPrice: '104', stopLossPrice: '110' }),
        at('C', { liquidationPrice: '97.5' }),
      ]),
    ).toEqual(['C liquidation -2.50', 'B liquidation 4.00', 'A stop -10.00']);
  });

  it('are a file of every cycle, with its bot and what ends it first, and exposure is one of every coin', async () => {
    const t = await wholeText('en');
    const bot = { botId: 'b', name: 'Alpha', portfolioName: 'Majors' };
    const atoms = [
      at('ETHUSDT', {
        stopLossPrice: '90',
        levelsFilled: 1,
        levelsTotal: 4,
        enterPositionDate: '2025-05-26T05:00:00Z',
      }),
      at('SOLUSDT', { direction: 'sell', levelsFilled: 0, levelsTotal: 2, enterPositionDate: null }),
    ];
    const positions = openPositions([{ ...bot, atoms } as Bot]); // Nothing else is read.
    expect(csvText(dangerColumns(t), byDanger(positions)).trim().split('\r\n')).toEqual([
      'Portfolio,Bot,Symbol,Side,Nearest,"Its price, USDT","Distance, %",Steps,Steps in all,"Open since, UTC","Notional, USDT","Unrealised, USDT"',
      'Majors,Alpha,ETHUSDT,long,stop-loss,90,-10.00,1,4,2025-05-26T05:00:00Z,100.00000000,0',
      'Majors,Alpha,SOLUSDT,short,,,,0,2,,100.00000000,0',
    ]);
    const { coins } = exposuresOf(positions, { coinOf, equity: '1000' });
    expect(csvText(exposureColumns(t), coins).trim().split('\r\n')).toEqual([
      'Coin,"Long, USDT","Short, USDT","Net, USDT","Of equity, %"',
      'ETH,100.00000000,0.00000000,100.00000000,10.00',
      'SOL,0.00000000,-100.00000000,-100.00000000,-10.00',
    ]);
  });

  it('a liquidation more than 100 % away is no danger, as no screen shows it', () => {
    expect(ranked([at('S', { direction: 'sell', liquidationPrice: '201' })])).toEqual(['S - -']);
  });

  it('what the mark has passed is the nearest of all, and what knows neither price comes last, the worst first', () => {
    expect(
      ranked([
        at('D', { unrealized: '-1' }),
        at('E', { unrealized: '-20' }),
        at('F', { stopLossPrice: '99' }),
        at('G', { stopLossPrice: '101' }),
        at('H', { mark: null, stopLossPrice: '99' }),
      ]),
    ).toEqual(['G stop 1.00', 'F stop -1.00', 'E - -', 'D - -', 'H - -']);
  });
});
