import { sum, ZERO_STEPS } from '#base/exact.ts';
import type { RunningAtom } from '#engine/account/running-bot.ts';
import { wantedStop } from '#engine/execution/next-requests.ts';
import type { ExchangeAccountNow, LivePosition } from '#ports/runtime.ts';
import type { LiveState } from './account-state.ts';

/** What pages show of an exchange account that is open. */
export function accountNow(state: LiveState): ExchangeAccountNow {
  const { accountId, isSynced, lastSyncAt, wallet, caps, halts, orders, portfolios } = state;
  return {
    ...{ accountId, isSynced, lastSyncAt, wallet, caps },
    refusals: [],
    committed: sum([...portfolios.values()].map(({ running }) => running.sums.committed)),
    halt: halts.account,
    haltOfAll: halts.all,
    botHalts: halts.bots,
    unknownOrders: orders.alive
      .filter(({ progress }) => progress === 'unknown')
      .map(({ clientId, atom, sentAt }) => ({ clientId, botId: atom.botId, symbol: atom.symbol, sentAt })),
    positions: [...portfolios.values()].flatMap(({ paper, running }) =>
      running.botList
        .filter(({ bot }) => bot.state !== 'DELETED')
        .flatMap(({ atoms }) => atoms.map((atom) => positionNow(state, paper.portfolioId, atom))),
    ),
  };
}

function positionNow(state: LiveState, portfolioId: string, atom: RunningAtom): LivePosition {
  const { botId, symbol, direction } = atom.key;
  const { cycle } = atom.state;
  const expected = cycle?.position.quantity ?? ZERO_STEPS;
  const actual = state.positions.get(`${symbol} ${direction === 'buy' ? 'LONG' : 'SHORT'}`) ?? null;
  const isWanted = wantedStop(cycle, direction) !== null;
  const rests = state.orders.of(atom.key).some(({ leg, progress }) => leg === 'stop' && progress !== 'sending');
  return {
    ...{ portfolioId, botId, symbol, direction, expected, actual },
    stop: isWanted ? (rests ? 'resting' : 'missing') : 'none',
  };
}
