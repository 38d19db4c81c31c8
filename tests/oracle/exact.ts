import { Decimal } from 'decimal.js';

/** Wide enough that every product below is exact: a scale of four decimals to the 60th power has 240 decimals. */
const Wide = Decimal.clone({ precision: 400, toExpNeg: -1000, toExpPos: 1000 });

export type Exact = Decimal;
export const exact = (value: string | number): Exact => new Wide(value);
export const ZERO = exact(0);
export const ONE = exact(1);
/** The ledger's grid: 1e-8 USDT. */
export const CENTIMICRO = exact('0.00000001');

/** The number of roundings, and of those whose exact value lay on the grid, where a wrong rounding shows first. */
export const roundings = { all: 0, onBoundary: 0 };

/** The largest multiple of `grid` that is not above `top / bottom`; `bottom` is positive. */
export function floorTo(grid: Exact, top: Exact, bottom: Exact = ONE): Exact {
  const unit = bottom.times(grid);
  const count = top.divToInt(unit);
  const isAbove = count.times(unit).gt(top);
  roundings.all += 1;
  if (count.times(unit).eq(top)) roundings.onBoundary += 1;
  return (isAbove ? count.minus(1) : count).times(grid);
}

export function ceilTo(grid: Exact, top: Exact, bottom: Exact = ONE): Exact {
  return floorTo(grid, top.neg(), bottom).neg();
}

/** Rounded to 1e-8 USDT, halves away from zero. */
export function halfUp(value: Exact): Exact {
  const size = floorTo(CENTIMICRO, value.abs().plus(CENTIMICRO.div(2)));
  return value.isNegative() ? size.neg() : size;
}

/** Down for +1, up for −1. */
export function roundBy(sign: 1 | -1, grid: Exact, fraction: { top: Exact; bottom: Exact }): Exact {
  return sign === 1 ? floorTo(grid, fraction.top, fraction.bottom) : ceilTo(grid, fraction.top, fraction.bottom);
}
