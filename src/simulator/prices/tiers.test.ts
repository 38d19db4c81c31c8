import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { TIERS } from './tiers.ts';

test('tiers follow on each other and keep the maintenance margin continuous, with the amounts that the exchange publishes', () => {
  for (const tiers of Object.values(TIERS)) {
    for (const [index, { floor, cap, maintenanceRate, cumulative, leverageMax }] of tiers.entries()) {
      const before = tiers[index - 1];
      expect(floor).toBe(before?.cap ?? '0');
      expect(Number(cap)).toBeGreaterThan(Number(floor));
      if (before === undefined) continue;
      expect(leverageMax).toBeLessThan(before.leverageMax);
      const margins = [before, { maintenanceRate, cumulative }].map((tier) =>
        new Decimal(floor).times(tier.maintenanceRate).minus(tier.cumulative).toFixed(),
      );
      expect(new Set(margins).size).toBe(1);
    }
  }
  // "cum" of the last tiers of BTCUSDT, ETHUSDT and DOGEUSDT, as published with them.
  expect([TIERS.bitcoin, TIERS.ether, TIERS.large].map((tiers) => [tiers.length, tiers.at(-1)?.cumulative])).toEqual([
    [12, '421481450'],
    [12, '280506450'],
    [10, '13351670'],
  ]);
});
