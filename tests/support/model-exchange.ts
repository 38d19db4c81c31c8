import { assert } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import { endedOrders, nextRequests } from '#engine/execution/next-requests.ts';
import type { SentOrder } from '#engine/execution/sent-order.ts';
import type { ApprovedOrder } from '#engine/model/order.ts';
import type { OrdersInFlight } from './orders-in-flight.ts';

type Open = SentOrder & { readonly left: number };

/**
 * An exchange reduced to what the requests of one atom depend on: it accepts, cancels and fills in any order. It checks what a
 * real one would refuse, and that a position which was protected once stays so.
 */
export class ModelExchange {
  #orders: Open[] = [];
  #names = 0;
  #wasProtected = false;
  /** How often each leg was accepted. */
  readonly accepted = new Map<string, number>();
  readonly #run: OrdersInFlight;
  readonly #dice: Chance;

  constructor(run: OrdersInFlight, dice: Chance) {
    this.#run = run;
    this.#dice = dice;
  }

  get open(): readonly SentOrder[] {
    return this.#orders;
  }

  /** Reports what has ended and sends the next requests. @returns how many it sent */
  request(mayOpen = true): number {
    for (let ended = this.#ended(); ended.length > 0; ended = this.#ended()) {
      for (const number of ended) this.#run.end({ number });
    }
    const requests = nextRequests({ direction: 'buy', cycle: this.#run.state.cycle, sent: this.#orders, mayOpen });
    for (const request of requests) {
      if (request.kind === 'cancel') this.#change(request.clientId, { progress: 'cancelling' });
      else {
        this.#names += 1;
        const { order } = request;
        this.#orders.push({ ...order, clientId: `o${this.#names}`, progress: 'sending', left: order.quantity ?? 0 });
      }
    }
    return requests.length;
  }

  /** Answers the oldest request under way, or any of them. @returns false when there is none */
  answer(isAny = true): boolean {
    const waiting = this.#orders.filter(({ progress }) => progress !== 'open');
    const order = isAny ? (waiting.length > 0 ? this.#dice.pick(waiting) : undefined) : waiting[0];
    if (order === undefined) return false;
    if (order.progress === 'cancelling') this.#remove(order);
    else this.#accept(order);
    this.#checkProtected();
    return true;
  }

  /** Fills an order that is open, be it on its way out, as far as what is held allows. */
  fill(): void {
    const open = this.#orders.filter(({ progress, leg }) => progress !== 'sending' && leg !== 'bridge');
    if (open.length === 0) return;
    const sent = this.#dice.pick(open);
    const { cycle } = this.#run.state;
    const order = cycle === null ? undefined : this.#wanted(sent);
    if (order === undefined || cycle === null) return;
    const held = cycle.position.quantity;
    const most = sent.leg === 'entry' ? sent.left : Math.min(sent.quantity === null ? held : sent.left, held);
    if (most === 0) return;
    const quantity = sent.quantity === null || this.#dice.between(1, 2) === 1 ? most : this.#dice.between(1, most);
    const left = sent.left - quantity;
    if (sent.quantity === null || left === 0) this.#remove(sent);
    else this.#change(sent.clientId, { left });
    this.#run.fill(order, { quantity });
    if (held > 0 && this.#run.state.cycle?.position.quantity === 0) this.#wasProtected = false;
    const isLeft = this.#wanted(sent) !== undefined && left === 0 && sent.quantity !== null;
    if (isLeft) this.#run.end(order, 'FILLED'); // It was for the whole position, which has grown since.
  }

  #ended(): readonly number[] {
    return endedOrders({ cycle: this.#run.state.cycle, sent: this.#orders });
  }

  #wanted({ cycleSeq, number }: SentOrder): ApprovedOrder | undefined {
    const { cycle } = this.#run.state;
    if (cycle?.seq !== cycleSeq) return undefined;
    return [...cycle.orders, ...(cycle.leaving ?? []).map(({ order }) => order)].find((one) => one.number === number);
  }

  #accept(order: Open): void {
    const held = this.#run.state.cycle?.position.quantity ?? 0;
    const open = this.#orders.filter((one) => one !== order && one.progress !== 'sending');
    if (order.leg === 'stop') assert(!open.some(({ leg }) => leg === 'stop'), 'one stop of the whole position a side');
    if (order.leg === 'profit' || order.leg === 'exit') {
      const closing = open.filter(({ leg }) => leg === 'profit' || leg === 'exit');
      const sum = closing.reduce((total, { left }) => total + left, order.left);
      if (sum > held) return this.#refuse(order); // A stop has closed the position meanwhile.
    }
    this.accepted.set(order.leg, (this.accepted.get(order.leg) ?? 0) + 1);
    this.#change(order.clientId, { progress: 'open' });
    if (order.leg === 'stop') this.#wasProtected = true;
  }

  #refuse(order: Open): void {
    assert(this.#orders.length > 0, 'there is an order to refuse');
    const wanted = this.#wanted(order);
    this.#remove(order);
    const isWorking = this.#run.state.cycle?.orders.some(({ number }) => number === wanted?.number) === true;
    if (wanted !== undefined && isWorking) this.#run.end(wanted, 'REJECTED', 'other');
  }

  #checkProtected(): void {
    const { cycle } = this.#run.state;
    if (cycle === null || cycle.position.quantity === 0) this.#wasProtected = false;
    if (!this.#wasProtected) return;
    const isProtected = this.#orders.some(
      ({ leg, progress }) => (leg === 'stop' || leg === 'bridge') && progress !== 'sending',
    );
    assert(isProtected, 'a position that was protected stays so');
  }

  #remove(order: Open): void {
    this.#orders = this.#orders.filter(({ clientId }) => clientId !== order.clientId);
  }

  #change(clientId: string, change: Partial<Open>): void {
    this.#orders = this.#orders.map((one) => (one.clientId === clientId ? { ...one, ...change } : one));
  }
}
