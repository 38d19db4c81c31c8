/** What a client of somebody else is asked to do, and how its answer is judged. */
export interface Check {
  readonly name: string;
  /** Throws, or returns false, when the client did not get what it asked for. */
  run(): Promise<unknown>;
}

/** A client, where its package is installed. */
export interface ClientSuite {
  readonly client: string;
  /** What it has for USD-M futures and is not asked for, with the reason. */
  readonly notApplicable?: readonly (readonly [calls: string, reason: string])[];
  /** Its checks at a simulated exchange of this address; null when the package is not installed. */
  checks(exchange: ExchangeAccess): Promise<readonly Check[] | null>;
}

/** How to reach the exchange, and a key of a new account there. */
export interface ExchangeAccess {
  readonly port: number;
  readonly apiKey: string;
  readonly secret: string;
}

/** A value of a package without types here. */
export type Foreign = ReturnType<typeof JSON.parse>;

/** Rows of the last hour: what every recovery asks for first. */
export const sinceAnHour = (): number => Date.now() - 3_600_000;

/** Whether a list has rows. */
export function hasRows(rows: Foreign): boolean {
  return Array.isArray(rows) && rows.length > 0;
}
