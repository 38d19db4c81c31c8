/**
 * The standard normal distribution function, by W. J. Cody's idea of splitting the error function in two: a series near
 * zero and a continued fraction in the tails (Abramowitz and Stegun, 7.1.6 and 26.2.14). Good to 1e-12.
 */
export function normalShare(x: number): number {
  if (x < 0) return 1 - normalShare(-x);
  return x < SERIES_TO ? 0.5 + density(x) * series(x) : 1 - density(x) * tail(x);
}

const SERIES_TO = 3;
const SERIES_TERMS = 60;
const TAIL_TERMS = 60;

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** x + x³/3 + x⁵/(3·5) + … */
function series(x: number): number {
  let [term, total] = [x, x];
  for (let odd = 3; odd < 2 * SERIES_TERMS; odd += 2) {
    term *= (x * x) / odd;
    total += term;
  }
  return total;
}

/** 1/(x + 1/(x + 2/(x + 3/(x + …)))) */
function tail(x: number): number {
  let fraction = 0;
  for (let step = TAIL_TERMS; step > 0; step -= 1) fraction = step / (x + fraction);
  return 1 / (x + fraction);
}

const BISECTIONS = 80;
const FAR = 12;

/** The value below which a share of a standard normal variable lies, by bisection. @param share - above 0 and below 1 */
export function normalQuantile(share: number): number {
  let [low, high] = [-FAR, FAR];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
