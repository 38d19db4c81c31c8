import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LiveBot, type LiveFunds, type LiveMessage, liveFrame } from '#contract/live.ts';
import { protections } from '#engine/risk/orders/protection.ts';
import { fromWire, toWire } from '#server/http/wire.ts';
import { numberedTopic } from '#server/live/topics/numbered-topic.ts';
import { botsForm, fundsForm } from '#server/live/topics/topic-forms.ts';
import { LiveStore } from '#web/api/live/live-store.ts';
import { checkProperty } from '../support/property.ts';

const few = fc.constantFrom('0.00000000', '-1.50000000', '7.00000001');
const maybe = fc.constantFrom(null, '100.10', '100.20');

/** Ids are few, so that atoms come, go and change their places. */
const atom: fc.Arbitrary<LiveBot['atoms'][number]> = fc.record({
  atomId: fc.constantFrom('a1', 'a2', 'a3'),
  botId: fc.constant('bot'),
  symbol: fc.constantFrom('ETHUSDT', 'BTCUSDT'),
  direction: fc.constantFrom('buy', 'sell'),
  positionSide: fc.constantFrom('LONG', 'SHORT'),
  state: fc.constantFrom('IDLE', 'OPEN'),
  blockedBy: fc.constantFrom(null, 'LIMIT_REACHED'),
  skippedBy: fc.constant(null),
  cooldownUntil: fc.constantFrom(null, '2025-05-05T00:00:00.000Z'),
  paramsVersion: fc.nat(2),
  currentCycleId: fc.constantFrom(null, 'c'),
  cycleSeq: fc.nat(2),
  enterPositionDate: fc.constantFrom(null, '2025-05-05T00:00:00.000Z'),
  quantity: few,
  averagePrice: maybe,
  mark: maybe,
  levelsFilled: fc.nat(2),
  levelsTotal: fc.nat(2),
  levelPrices: fc.array(few, { maxLength: 2 }),
  nextLevelPrice: maybe,
  takeProfitPrice: maybe,
  stopLossPrice: maybe,
  protection: fc.constantFrom(...protections),
  liquidationPrice: maybe,
  unrealized: few,
  initialMargin: few,
});
const ids = fc.uniqueArray(fc.constantFrom('one', 'two', 'three', 'four'));
const botsOf = (names: string[]): fc.Arbitrary<LiveBot[]> =>
  fc.tuple(
    ...names.map((botId) =>
      fc.record({
        botId: fc.constant(botId),
        state: fc.constantFrom('RUNNING', 'STOPPED'),
        stateReason: fc.constantFrom(null, 'EXCHANGE_ERROR'),
        unrealized: few,
        resultTotal: few,
        committedMargin: few,
        atoms: fc.array(atom, { maxLength: 3 }),
      }),
    ),
  );
const fundsOf = (names: string[]): fc.Arbitrary<LiveFunds[]> =>
  fc.tuple(
    ...names.map((portfolioId) =>
      fc.record({
        portfolioId: fc.constant(portfolioId),
        ...{ wallet: few, unrealized: few, initialMargin: few, committed: few },
      }),
    ),
  );
/** What the topics hold next, and what happens to the frame that says so. */
const rounds = fc.array(
  fc.record({
    bots: ids.chain(botsOf),
    funds: ids.chain(fundsOf),
    way: fc.constantFrom('arrives', 'arrives', 'arrives', 'is lost', 'the line breaks'),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A frame as it arrives in a browser. */
function overTheWire(frame: readonly LiveMessage[]): readonly LiveMessage[] {
  const camel = fromWire(JSON.parse(JSON.stringify(toWire(frame))));
  return liveFrame.parse(camel.ok ? camel.value : null);
}

const byId = <Row>(rows: readonly Row[], idOf: (row: Row) => string) => new Map(rows.map((row) => [idOf(row), row]));
const ofBot = ({ botId }: LiveBot) => botId;
const ofFunds = ({ portfolioId }: LiveFunds) => portfolioId;
const NAMES = ['one', 'two', 'three', 'four'];

it('a snapshot with its patches is what a fresh snapshot would be, whatever changes, gets lost or breaks', () => {
  checkProperty(
    fc.property(rounds, (told) => {
      const store = new LiveStore();
      const bots = numberedTopic(botsForm, byId<LiveBot>([], ofBot));
      const funds = numberedTopic(fundsForm, byId<LiveFunds>([], ofFunds));
      const begin = () => store.apply(overTheWire([bots.snapshot(), funds.snapshot()]), 0);
      begin();
      for (const round of [...told, { bots: [], funds: [], way: 'arrives' }, ...told.slice(-1)]) {
        const frame = [
          bots.patchTo(byId<LiveBot>(round.bots, ofBot)),
          funds.patchTo(byId<LiveFunds>(round.funds, ofFunds)),
        ].filter((message) => message !== null);
        if (round.way === 'is lost') continue;
        if (round.way === 'the line breaks') begin();
        else {
          const { gaps } = store.apply(overTheWire(frame), 0);
          for (const topic of gaps)
            store.apply(overTheWire([topic === 'bots' ? bots.snapshot() : funds.snapshot()]), 0);
          // A loss is found with the next patch of its topic; before it, nothing says that there was one.
          if (frame.length < 2) continue;
        }
        const fresh = new LiveStore();
        fresh.apply(overTheWire([bots.snapshot(), funds.snapshot()]), 0);
        for (const name of NAMES) {
          expect(store.bot(name)).toEqual(fresh.bot(name));
          expect(store.funds(name)).toEqual(fresh.funds(name));
        }
      }
    }),
    150,
  );
});

it('a patch names only what differs, and nothing is told when nothing does', () => {
  const [[row]] = fc.sample(botsOf(['one']), { numRuns: 1, seed: 1 }) as [[LiveBot]];
  const bots = numberedTopic(botsForm, byId([row], ofBot));
  expect(bots.patchTo(byId([structuredClone(row)], ofBot))).toBeNull();
  expect(bots.patchTo(byId([{ ...row, unrealized: '12' }], ofBot))).toEqual({
    ...{ type: 'patch', topic: 'bots', seq: 2 },
    bots: [{ botId: 'one', unrealized: '12' }],
    gone: [],
  });
});
