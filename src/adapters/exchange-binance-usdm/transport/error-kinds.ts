import { ExchangeError, type ExchangeErrorKind } from './exchange-error.ts';

const MINUTE_MS = 60_000;
/** Pause after a ban or blocked address without a stated duration. */
const BAN_MS = 2 * MINUTE_MS;
/** The exchange's longest ban, three days; a larger value is not a number of seconds. */
const WAIT_MAX_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Kinds by the exchange's code; a code that is not listed is `refused`.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/error-code
 */
const KINDS: ReadonlyMap<number, ExchangeErrorKind> = new Map(
  (
    [
      ['busy', [-1003, -1015]],
      ['overload', [-1008]],
      ['unavailable', [-1000, -1001, -1006, -1007]],
      ['clock', [-1021]],
      ['key', [-1002, -1022, -2008, -2014, -2015]],
      ['symbol', [-1121]],
      ['filter', [-1111, -4001, -4002, -4003, -4004, -4005, -4006, -4007, -4013, -4014, -4016, -4023, -4024]],
      ['filter', [-4164, -4183, -4184, -4210, -4211]],
      ['margin', [-2018, -2019, -2028]],
      ['position-limit', [-2027]],
      ['closes-too-much', [-2022, -4118]],
      ['duplicate-close', [-4130]],
      ['order-count', [-2025, -4045]],
      ['position-mode', [-4061]],
      ['price-band', [-4131]],
      ['would-take', [-5022]],
      ['not-trading', [-4140, -4141]],
      ['order-type', [-4120]],
      ['absent', [-2011, -2013]],
      ['duplicate', [-4116, -4111]],
      ['trigger', [-2021]],
      ['unchanged', [-4046, -4059, -4171]],
      ['stream', [-1125]],
    ] as const
  ).flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)),
);

/** An unsuccessful answer as received. */
export interface RefusedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/**
 * The typed failure for an answer other than 200.
 *
 * Definite refusals are 4xx with a code, and -1008; 429 and 418 ask to wait, and so does 403 with HTML, the exchange's
 * firewall. 408, 5xx without a known code and anything without a JSON body leave it unknown whether the request was
 * executed (`docs/decisions/0022-connector.md`).
 */
export function failureOf(answer: RefusedAnswer): ExchangeError {
  const venueCode = codeOf(answer.data);
  const { status } = answer;
  const base = { venueCode, httpStatus: status, retryAfterMs: null, reason: 'refused' };
  if (isWait(answer, venueCode)) {
    return new ExchangeError({
      ...base,
      kind: 'busy',
      retryAfterMs: waitMs(answer),
      reason: 'too many requests',
      isExecutionUnknown: false,
    });
  }
  if (isTurnedAway(answer)) return new ExchangeError({ ...base, kind: 'overload', isExecutionUnknown: false });
  if (venueCode === null) return new ExchangeError({ ...base, ...unreadable(status), isExecutionUnknown: true });
  const kind = KINDS.get(venueCode) ?? (status >= 500 ? 'unavailable' : 'refused');
  return new ExchangeError({ ...base, kind, isExecutionUnknown: kind === 'unavailable' });
}

/** Whether the exchange's firewall answered: HTML in place of JSON. */
function isWait({ status, data }: RefusedAnswer, venueCode: number | null): boolean {
  if (status === 429 || status === 418) return true;
  return (status === 403 && venueCode === null) || (venueCode === -1003 && typeof data === 'object');
}

/** The one 503 that states that nothing was executed; any other leaves it unknown. */
function isTurnedAway({ status, data }: RefusedAnswer): boolean {
  if (status !== 503 || typeof data !== 'object' || data === null) return false;
  return 'msg' in data && data.msg === 'Service Unavailable.';
}

function unreadable(status: number): { kind: ExchangeErrorKind; reason: string } {
  return status >= 500 || status === 408
    ? { kind: 'unavailable', reason: 'no readable answer' }
    : { kind: 'answer', reason: 'an error without a code' };
}

function codeOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('code' in data)) return null;
  return typeof data.code === 'number' ? data.code : null;
}

function waitMs({ status, headers }: RefusedAnswer): number {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) return Math.min(seconds * 1_000, WAIT_MAX_MS);
  return status === 429 ? MINUTE_MS : BAN_MS;
}
