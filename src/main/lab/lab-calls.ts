import type { LabServices } from '#server/tests/lab-services.ts';

/** What the thread of the lab is opened with. */
export interface LabQuestion {
  readonly labUrl: string;
  /** Folders of stored candles, the preferred one first. */
  readonly folders: readonly string[];
  readonly version: string;
  readonly commit: string | null;
}

/** The calls to the thread of the lab. */
export interface LabCalls extends Pick<LabServices, 'prepare' | 'coverage' | 'speed' | 'dataHash' | 'unfinished'> {
  wake(): Promise<void>;
}

/** What the thread sends unasked. */
export interface LabNews {
  /** The owner of tests that have changed. */
  readonly changed: string;
  /** A sentence for the log. */
  readonly warning: string;
}
