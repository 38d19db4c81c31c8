import { addDecimals } from '../values/decimal-sum.ts';
import { roundDecimal } from '../values/format.ts';

/** The parts of an equity, in USDT: all but `equity` add up to it, to the last digit. */
export interface BridgeParts {
  readonly walletStart: string;
  readonly transfers: string;
  /** Net results of ended cycles. */
  readonly resultAll: string;
  readonly unrealized: string;
  readonly openRealized: string;
  readonly openCosts: string;
  readonly equity: string;
}

/** The terms as they are shown, with two decimals. */
export interface BridgeTerms {
  readonly start: string;
  readonly transfers: string;
  readonly closed: string;
  readonly open: string;
  readonly unrealized: string;
  readonly realized: string;
  readonly costs: string;
  readonly equity: string;
}

const DECIMALS = 2;

/**
 * The terms rounded so that they still add up as they are shown: what rounding moves, a cent or two, is in the
 * unrealised result, which moves by more with every price.
 */
export function bridgeTerms(parts: BridgeParts): BridgeTerms {
  const round = (value: string) => roundDecimal(value, DECIMALS);
  const [start, transfers, closed] = [round(parts.walletStart), round(parts.transfers), round(parts.resultAll)];
  const [realized, costs, equity] = [round(parts.openRealized), round(parts.openCosts), round(parts.equity)];
  const open = addDecimals([equity, ...[start, transfers, closed].map(negated)]);
  const unrealized = addDecimals([open, negated(realized), negated(costs)]);
  return { start, transfers, closed, open: round(open), unrealized: round(unrealized), realized, costs, equity };
}

/** The parts of several equities, added up. */
export function sumBridgeParts(all: readonly BridgeParts[]): BridgeParts {
  const total = (part: keyof BridgeParts) => addDecimals(all.map((parts) => parts[part]));
  return {
    walletStart: total('walletStart'),
    transfers: total('transfers'),
    resultAll: total('resultAll'),
    unrealized: total('unrealized'),
    openRealized: total('openRealized'),
    openCosts: total('openCosts'),
    equity: total('equity'),
  };
}

/** The exact open result: unrealised, realised, and the costs of open cycles. */
export function openOf({ unrealized, openRealized, openCosts }: BridgeParts): string {
  return addDecimals([unrealized, openRealized, openCosts]);
}

function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}
