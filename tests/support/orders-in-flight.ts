import { assert } from '#base/assert.ts';
import { steps, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import { applyEvent } from '#engine/account/apply-event.ts';
import { accountSnapshot, openAccount } from '#engine/account/open-account.ts';
import { takeRecords } from '#engine/account/take-records.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { BotCommand, EngineBot } from '#engine/model/bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { AtomReport, EngineEvent } from '#engine/model/engine-event.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import type { ApprovedOrder, OrderRole } from '#engine/model/order.ts';
import type { AccountRecord, AtomKey } from '#engine/model/record.ts';
import { minuteClosed, replayed, stateHash } from './account-journal.ts';
import type { CandlePrices } from './market.ts';
import { ETH, marketOf } from './market.ts';
import { botCommand } from './random-account.ts';
import { afterMinutes, EMPTY, flat, laterMinutes } from './small-account.ts';

type Report<T extends AtomReport['type']> = Extract<AtomReport, { type: T }>;

/**
 * One long ladder bot on ETHUSDT whose orders are in the hands of the test: it decides what fills, what is cancelled and
 * when the account hears of it.
 */
export class OrdersInFlight {
  readonly atom: AtomKey = { botId: 'bot', symbol: 'ETHUSDT', direction: 'buy' };
  readonly records: AccountRecord[] = [];
  /** Numbers of the orders that the account has asked to withdraw, in order. */
  readonly withdrawn: number[] = [];
  readonly placed: ApprovedOrder[] = [];
  readonly #journal: EngineEvent[] = [];
  readonly #account = openAccount(EMPTY, {
    instruments: marketOf([ETH]).instruments,
    past: { range: () => null, bar: () => null },
    performer: {
      isCancelFinal: false,
      place: (_, order) => this.placed.push(order),
      cancel: (_, order) => this.withdrawn.push(order.number),
    },
  });
  #minutes = 0;
  #at: Instant = afterMinutes(0);

  constructor(ladder: Partial<LadderParamsInput> = {}) {
    const params = {
      direction: 'buy',
      baseOrderSize: '200',
      safetyOrderSize: '200',
      safetyOrdersCount: 3,
      stepPercent: '1',
      takeProfitPercent: '1',
      stopLossPercent: '10',
      ...ladder,
    } as const;
    this.command(botCommand(params));
    this.minute(flat(200_000));
  }

  get state(): AtomState {
    const [atom] = this.bot.atoms;
    assert(atom !== undefined, 'the bot has one atom');
    return atom;
  }

  get bot(): EngineBot {
    const [bot] = this.snapshot().bots;
    assert(bot !== undefined, 'the account has one bot');
    return bot.bot;
  }

  get cycle(): Cycle {
    const { cycle } = this.state;
    assert(cycle !== null, 'a cycle is open');
    return cycle;
  }

  /** The cycles that have ended, oldest first. */
  get ended(): readonly Cycle[] {
    return this.records.flatMap((record) =>
      record.type === 'cycle' && record.cycle.endAt !== null ? [record.cycle] : [],
    );
  }

  /** Codes of the log, oldest first. */
  get notes(): readonly string[] {
    return this.records.flatMap((record) => (record.type === 'note' ? [record.code] : []));
  }

  /** The working order of a role; of a step, the one of this level. */
  working(role: OrderRole, level?: number): ApprovedOrder {
    const found = this.cycle.orders.find((one) => one.role === role && (level === undefined || one.level === level));
    assert(found !== undefined, `a ${role} works`);
    return found;
  }

  /** Roles of the working orders, sorted. */
  roles(): readonly OrderRole[] {
    return (this.state.cycle?.orders ?? []).map(({ role }) => role).sort();
  }

  command(command: BotCommand): void {
    this.#apply({ type: 'Commanded', at: this.#at, command });
  }

  minute(prices: CandlePrices): void {
    const [minute] = laterMinutes(this.#minutes, [prices]);
    assert(minute !== undefined, 'a minute was made');
    this.#minutes += 1;
    this.#at = afterMinutes(this.#minutes);
    this.#apply(minuteClosed(minute, ['ETHUSDT']));
  }

  /** Reports a fill: of the whole order at its own price unless told otherwise, without a fee. */
  fill(order: ApprovedOrder, { price, quantity }: { readonly price?: number; readonly quantity?: number } = {}): void {
    const at = order.price ?? order.triggerPrice ?? order.decisionPrice ?? ticks(200_000);
    const whole = order.quantity === null ? this.cycle.position.quantity : order.quantity - order.filled;
    this.report({
      type: 'OrderFilled',
      order: order.number,
      price: ticks(price ?? at),
      quantity: steps(quantity ?? whole),
      commission: ZERO_CASH,
      isMaker: order.type === 'LIMIT',
    });
  }

  /** Reports the end of an order. */
  end(
    { number }: Pick<ApprovedOrder, 'number'>,
    state: Report<'OrderEnded'>['state'] = 'CANCELED',
    cause: Report<'OrderEnded'>['cause'] = null,
  ): void {
    this.report({ type: 'OrderEnded', order: number, state, cause });
  }

  /** Reports the end of every order that is being withdrawn. */
  endAll(): void {
    for (const { order } of this.state.cycle?.leaving ?? []) this.end(order);
  }

  report(
    report:
      | Omit<Report<'OrderFilled'>, 'at'>
      | Omit<Report<'OrderEnded'>, 'at'>
      | Omit<Report<'PositionReduced'>, 'at'>,
  ): void {
    this.#at = later(this.#at, 1);
    this.#apply({ type: 'Reported', atom: this.atom, report: { ...report, at: this.#at } as AtomReport });
  }

  snapshot(): AccountSnapshot {
    return accountSnapshot(this.#account);
  }

  /** Applies an event and returns the code of its refusal, or null. */
  refusal(event: EngineEvent): string | null {
    const outcome = applyEvent(this.#account, event);
    return outcome.ok ? null : (outcome.reasons[0]?.code ?? '');
  }

  /** Whether its journal, applied to an empty account, leads to the same account. */
  isReplayed(): boolean {
    const again = replayed(EMPTY, { instruments: marketOf([ETH]).instruments, isCancelFinal: false }, this.#journal);
    return stateHash(again.snapshot) === stateHash(this.snapshot());
  }

  #apply(event: EngineEvent): void {
    this.#journal.push(event);
    const refusal = this.refusal(event);
    assert(refusal === null, `the account accepts ${event.type}: ${refusal}`);
    this.records.push(...takeRecords(this.#account, this.#at));
  }
}
