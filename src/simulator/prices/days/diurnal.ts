import { DAY_MINUTES } from '#base/time.ts';

/** A peak of daily activity: centre and width in minutes of the UTC day, and height above the base level. */
const HILLS = [
  { middle: 880, width: 150, height: 0.5 }, // America opens.
  { middle: 480, width: 110, height: 0.25 }, // Europe opens.
] as const;

/**
 * Relative activity of each minute of the UTC day. The mean of the squares is 1, so that overall volatility is
 * unchanged.
 */
export const DIURNAL: Float64Array = diurnal();

function diurnal(): Float64Array {
  const raw = Float64Array.from({ length: DAY_MINUTES }, (_, minute) =>
    HILLS.reduce((sum, { middle, width, height }) => sum + height * Math.exp(-(((minute - middle) / width) ** 2)), 1),
  );
  const meanSquare = raw.reduce((sum, value) => sum + value * value, 0) / DAY_MINUTES;
  return raw.map((value) => value / Math.sqrt(meanSquare));
}
