import { unreachable } from '#base/assert.ts';
import {
  type ArrivedRequest,
  type Delivery,
  type FaultHook,
  type HttpAnswer,
  isReducing,
  jsonAnswer,
} from '../../rest/http/fault-hook.ts';
import { refuse } from '../../wire-error.ts';
import { type CandleFaults, spoiledRows } from './candle-faults.ts';
import type { FreshOrders } from './fresh-orders.ts';
import { matches, type RequestMatch } from './request-match.ts';
import type { Waits } from './waits.ts';

/** What happens to the next requests that match. */
export type RequestFault =
  /** An error instead of the call: as JSON, or as the kind of page that a firewall or proxy sends. */
  | { readonly kind: 'error'; readonly status: number; readonly code: number; readonly message: string }
  | { readonly kind: 'page'; readonly status: number; readonly html: string }
  /** The call is executed, but the client receives an error. */
  | { readonly kind: 'error-after'; readonly status: number; readonly code: number; readonly message: string }
  /** The call is executed, but its answer is never sent: the connection breaks after a while. */
  | { readonly kind: 'lost-reply'; readonly afterMs: number }
  /** The connection breaks after the first bytes of the answer. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** The connection breaks before the call is executed. */
  | { readonly kind: 'drop' };

interface Rule {
  readonly match: RequestMatch;
  readonly fault: RequestFault;
  left: number;
}

interface Latency {
  readonly match: RequestMatch;
  readonly ms: number;
  readonly jitterMs: number;
}

/** How long every request waits, and what happens to a share of them. */
export interface Usual {
  /** Milliseconds. */
  readonly latencyMs: { readonly least: number; readonly most: number };
  /** Of several the first that is drawn. */
  readonly requests: readonly { readonly share: number; readonly fault: RequestFault }[];
}

const NOTHING_USUAL: Usual = { latencyMs: { least: 0, most: 0 }, requests: [] };

/** The faults of requests and answers that are active now. */
export interface RequestFaults extends FaultHook {
  /** The next `count` requests that match; several faults apply in the order in which they were set. */
  next(match: RequestMatch, fault: RequestFault, count: number): void;
  /** Delays every request before it is executed; the latest setting replaces the others. */
  delay(latency: Latency): void;
  /** What holds for all requests, below the faults that are set. */
  setUsual(usual: Usual): void;
  /** The active faults, for the page. */
  list(): readonly object[];
  clear(): void;
}

const NO_LATENCY: Latency = { match: {}, ms: 0, jitterMs: 0 };
type AfterFault = Extract<RequestFault, { readonly kind: 'error-after' | 'lost-reply' | 'cut' }>;

/** What faults of requests share with the others. */
interface FaultParts {
  readonly candles: CandleFaults;
  readonly fresh: FreshOrders;
  readonly waits: Pick<Waits, 'after'>;
}

/** @param random - the source of jitter, in [0, 1) */
export function openRequestFaults({ candles, fresh, waits }: FaultParts, random: () => number): RequestFaults {
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      waits.after(ms, resolve);
    });
  let rules: Rule[] = [];
  let latency = NO_LATENCY;
  let usual = NOTHING_USUAL;
  /** What was drawn for requests that are under way, for when they are answered. */
  const drawn = new WeakMap<ArrivedRequest, AfterFault>();
  const take = (request: ArrivedRequest, isWanted: (fault: RequestFault) => boolean): RequestFault | null => {
    const rule = rules.find(
      ({ match, fault }) => isWanted(fault) && matches(match, request) && !isSpared(fault, request),
    );
    if (rule === undefined) return null;
    rule.left -= 1;
    rules = rules.filter(({ left }) => left > 0);
    return rule.fault;
  };
  return {
    async before(request) {
      if (latency.ms + latency.jitterMs > 0 && matches(latency.match, request)) {
        await sleep(latency.ms + latency.jitterMs * random());
      }
      // Everything is drawn before anything waits, so that what happens to a request follows from when it came.
      const { least, most } = usual.latencyMs;
      const waitMs = most === 0 ? 0 : least + (most - least) * random();
      const chosen = usual.requests.find(({ share }) => random() < share)?.fault ?? null;
      if (waitMs > 0) await sleep(waitMs);
      if (chosen !== null && isAfter(chosen)) drawn.set(request, chosen);
      const usually = chosen === null || isAfter(chosen) || isSpared(chosen, request) ? null : chosen;
      const fault = take(request, (one) => !isAfter(one)) ?? usually;
      const instead = fault === null || isAfter(fault) ? null : deliveryOf(fault);
      return instead ?? fresh.hidden(request);
    },
    async after(request, answer) {
      fresh.note(request, answer);
      const fault = take(request, isAfter) ?? drawn.get(request) ?? null;
      const spoiled = { ...answer, body: spoiledRows(candles, request, answer.body) };
      return fault === null || !isAfter(fault) ? { kind: 'send', answer: spoiled } : afterwards(fault, spoiled, sleep);
    },
    next(match, fault, count) {
      rules.push({ match, fault, left: count });
    },
    delay(wanted) {
      latency = wanted;
    },
    setUsual(wanted) {
      usual = wanted;
    },
    list: () => [...(latency.ms + latency.jitterMs > 0 ? [{ kind: 'latency', ...latency }] : []), ...rules],
    clear() {
      rules = [];
      latency = NO_LATENCY;
    },
  };
}

function isAfter(fault: RequestFault): fault is AfterFault {
  return fault.kind === 'error-after' || fault.kind === 'lost-reply' || fault.kind === 'cut';
}

const THROTTLED = refuse('throttled').error.code;

/** The exchange throttles orders that open positions and accepts those that close them. */
function isSpared(fault: RequestFault, request: ArrivedRequest): boolean {
  return fault.kind === 'error' && fault.code === THROTTLED && isReducing(request);
}

function deliveryOf(fault: Exclude<RequestFault, AfterFault>): Delivery {
  switch (fault.kind) {
    case 'error':
      return { kind: 'send', answer: errorAnswer(fault, {}) };
    case 'page':
      return {
        kind: 'send',
        answer: { status: fault.status, contentType: 'text/html', headers: {}, body: fault.html },
      };
    case 'drop':
      return fault;
    default:
      return unreachable(fault);
  }
}

async function afterwards(
  fault: AfterFault,
  answer: HttpAnswer,
  sleep: (ms: number) => Promise<void>,
): Promise<Delivery> {
  switch (fault.kind) {
    case 'error-after':
      return { kind: 'send', answer: errorAnswer(fault, answer.headers) };
    case 'cut':
      return { kind: 'cut', answer, bytes: fault.bytes };
    case 'lost-reply':
      await sleep(fault.afterMs);
      return { kind: 'drop' };
    default:
      return unreachable(fault);
  }
}

interface ErrorWords {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

function errorAnswer({ status, code, message }: ErrorWords, headers: HttpAnswer['headers']): HttpAnswer {
  const retry = status === 429 || status === 418 ? { 'Retry-After': '1' } : {};
  return jsonAnswer(status, JSON.stringify({ code, msg: message }), { ...headers, ...retry });
}
