/** The options that a test's engine is opened with. */
export interface ReplayQuestion {
  readonly engineUrl: string;
  /** Market minutes per wall minute; at 0 the market stands still. */
  readonly speed: number;
  /** Addresses of modules to be loaded first, such as one that registers a kind. */
  readonly modules: readonly string[];
}
