import { Decimal } from 'decimal.js';

/** Wide enough that every product below is exact: a scale of four decimals to the 60th power has 240 decimals. */
const Wide = Decimal.clone({ precision: 400, toExpNeg: -1000, toExpPos: 1000 });

export type Exact = Decimal;
export const exact = (value: string | number): Exact => new Wide(value);
export const ZERO = exact(0);
export const ONE = exact(1);
export const TEN = exact(10);
export const HUNDRED = exact(100);
/** The ledger's grid: 1e-8 USDT. */
export const CENTIMICRO = exact('0.00000001');

const HALF_A_CENTIMICRO = CENTIMICRO.div(2);

/** The number of roundings, and of those whose exact value lay on the grid, where a wrong rounding shows first. */
export const roundings = { all: 0, onBoundary: 0 };

/** The largest multiple of `grid` that is not above `top / bottom`; `bottom` is positive. */
export function floorTo(grid: Exact, top: Exact, bottom: Exact = ONE): Exact {
  const unit = bottom === ONE ? grid : bottom.times(grid);
  const count = top.divToInt(unit); // Towards zero, which is above a negative value.
  const reached = count.times(unit);
  const side = reached.cmp(top);
  roundings.all += 1;
  if (side === 0) roundings.onBoundary += 1;
  if (side > 0) return count.minus(1).times(grid);
  return unit === grid ? reached : count.times(grid);
}

export function ceilTo(grid: Exact, top: Exact, bottom: Exact = ONE): Exact {
  return floorTo(grid, top.neg(), bottom).neg();
}

/** Rounded to 1e-8 USDT, halves away from zero. */
export function halfUp(value: Exact): Exact {
  const size = floorTo(CENTIMICRO, value.abs().plus(HALF_A_CENTIMICRO));
  return value.isNegative() ? size.neg() : size;
}

/** Down for +1, up for −1. */
export function roundBy(sign: 1 | -1, grid: Exact, fraction: { top: Exact; bottom: Exact }): Exact {
  return sign === 1 ? floorTo(grid, fraction.top, fraction.bottom) : ceilTo(grid, fraction.top, fraction.bottom);
}
