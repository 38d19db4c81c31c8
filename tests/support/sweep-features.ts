import type { SweepEvent } from '#engine/sweep/events.ts';
import type { SweepCase } from './sweep-cases.ts';

type Feature = (input: SweepCase, events: readonly SweepEvent[]) => boolean;

const hasFill =
  (role: string): Feature =>
  (_, events) =>
    events.some((event) => event.type === 'fill' && event.role === role);
const ends =
  (reason: string): Feature =>
  (_, events) =>
    events.some((event) => event.type === 'ended' && event.reason === reason);
const blocks =
  (reason: string): Feature =>
  (_, events) =>
    events.some((event) => event.type === 'blocked' && event.reason === reason);
const closed = (name: keyof SweepCase['params'], value: unknown): Feature => {
  return (input, events) => input.params[name] === value && events.some((event) => event.type === 'ended');
};

/** Whether one order had several fills. */
const isFilledInParts =
  (role: string): Feature =>
  (_, events) =>
    events.some((event, index) => {
      const later = events.slice(index + 1).find((other) => other.type !== 'funding');
      if (event.type !== 'fill' || later?.type !== 'fill' || event.role !== role) return false;
      return later.role === role && later.level === event.level && later.direction === event.direction;
    });

/** Features that the random cases must have covered, by name. */
export const features: Readonly<Record<string, Feature>> = {
  'a long': closed('direction', 'buy'),
  'a short': closed('direction', 'sell'),
  'both directions': closed('direction', 'both'),
  'sizes as margin': closed('sizeType', 'margin'),
  'own levels': (input, events) => input.params.customLevels !== null && hasFill('safety')(input, events),
  'fewer levels at rest than there are': (input, events) =>
    input.params.activeSafetyOrders === 1 && input.params.safetyOrdersCount > 1 && hasFill('safety')(input, events),
  'several levels in one minute': (_, events) =>
    events.some((event, index) => {
      const next = events[index + 1];
      return event.type === 'fill' && next?.type === 'fill' && event.at === next.at && next.level === event.level + 1;
    }),
  'a profit from the average': closed('tpBasis', 'average'),
  'a profit from the base': closed('tpBasis', 'base'),
  'a profit before fees': closed('tpNetOfFees', false),
  'a profit at market': (input, events) =>
    closed('tpOrder', 'market_trigger')(input, events) && ends('take_profit')(input, events),
  'a stop from the average': (input, events) =>
    closed('slBasis', 'average')(input, events) && ends('stop_loss')(input, events),
  'a stop from the base': (input, events) =>
    closed('slBasis', 'base')(input, events) && ends('stop_loss')(input, events),
  'a trailing exit': ends('trailing'),
  'a time limit': ends('time_limit'),
  'a cool-down': (input, events) => input.params.cooldownS > 0 && ends('take_profit')(input, events),
  'a base order that expired': ends('entry_expired'),
  'a limit base order': (_, events) =>
    events.some((event) => event.type === 'fill' && event.role === 'base' && event.isMaker),
  'an entry in parts': isFilledInParts('safety'),
  'a base order in parts': isFilledInParts('base'),
  'a profit in parts': isFilledInParts('take_profit'),
  'funding paid': (_, events) => events.some((event) => event.type === 'funding' && event.paid > 0),
  'funding received': (_, events) => events.some((event) => event.type === 'funding' && event.paid < 0),
  'funding of a fresh entry': (_, events) =>
    events.some((event, index) => {
      const before = events[index - 1];
      return event.type === 'funding' && before?.type === 'fill' && before.at === event.at;
    }),
  'frozen minutes': ({ history }, events) => history.frozen.length > 0 && events.length > 0,
  slippage: ({ slippage }, events) => slippage > 0 && events.length > 0,
  'an isolated liquidation': (input, events) =>
    input.params.marginType === 'isolated' && ends('liquidation')(input, events),
  'a cross liquidation': (input, events) => input.params.marginType === 'cross' && ends('liquidation')(input, events),
  'both directions closed by force at once': (_, events) =>
    events.some((event, index) => {
      const next = events[index + 3];
      return event.type === 'liquidation' && next?.type === 'liquidation' && event.at === next.at;
    }),
  'a position that outlives the failure': (_, events) => {
    const failed = events.findIndex((event) => event.type === 'failed');
    return failed >= 0 && events.slice(failed).some((event) => event.type === 'fill');
  },
  'an entry withdrawn by the failure': ends('manual'),
  'a run that has had all its cycles': (_, events) => events.some((event) => event.type === 'finishing'),
  'too many open cycles': blocks('MAX_OPEN_CYCLES'),
  'too little margin': blocks('INSUFFICIENT_MARGIN'),
  'the limit of the portfolio': blocks('PORTFOLIO_LIMIT_EXCEEDED'),
  'a base order too small to trade': blocks('LADDER_REFUSED'),
};
