/** What a client of somebody else is asked to do, and how its answer is judged. */
export interface Check {
  /** Begins with the calls that it makes, as the client names them. */
  readonly name: string;
  /** Throws, or returns false, when the client did not get what it asked for. */
  run(): Promise<unknown>;
}

/** A client, where its package is installed. */
export interface ClientSuite {
  readonly client: string;
  /** What it has and is not asked for, with the reason; `*` in the name of a call stands for any letters. */
  readonly notApplicable?: NotApplicable;
  /** Every call that the installed client has for USD-M futures, as it names them; left out where other tests see to that. */
  calls?(): Promise<readonly string[]>;
  /** Its checks at a simulated exchange of this address; null when the package is not installed. */
  checks(exchange: ExchangeAccess): Promise<readonly Check[] | null>;
}

export type NotApplicable = readonly (readonly [calls: string, reason: string])[];

/** How to reach the exchange, and a key of a new account there. */
export interface ExchangeAccess {
  readonly port: number;
  readonly apiKey: string;
  readonly secret: string;
  /** Takes over the position that the account has, in one-way mode. */
  liquidate(symbol: string): Promise<void>;
}

/** A value of a package without types here. */
export type Foreign = ReturnType<typeof JSON.parse>;

/** Rows of the last hour: what every recovery asks for first. */
export const sinceAnHour = (): number => Date.now() - 3_600_000;

/** Whether a list has rows. */
export function hasRows(rows: Foreign): boolean {
  return Array.isArray(rows) && rows.length > 0;
}

/** Calls that a client has, but that no check makes and no reason excuses. */
export function unasked(
  calls: readonly string[],
  checks: readonly Check[],
  notApplicable: NotApplicable,
): readonly string[] {
  const made = new Set(checks.flatMap(({ name }) => name.match(/\w+/g) ?? []));
  const patterns = notApplicable.flatMap(([names]) => names.match(/[\w*]+/g) ?? []);
  const excused = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll('*', '\\w*')}$`));
  return calls.filter((call) => !made.has(call) && !excused.some((one) => one.test(call)));
}
