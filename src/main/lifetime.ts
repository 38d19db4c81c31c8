/** Everything the program has opened. It is closed in reverse order, because later parts depend on earlier ones. */
export interface Lifetime {
  /**
   * Registers how to close a part. If closing has already begun, the part is closed at once and the start is aborted.
   */
  add(name: string, close: () => Promise<unknown> | undefined): Promise<void>;
  /**
   * Closes everything once; later calls wait for the same closing. A failure is reported and does not stop the rest.
   */
  close(): Promise<void>;
  /** Whether closing has begun. */
  isClosing(): boolean;
}

/** The start was aborted because the program was told to stop. */
export class StartCalledOff extends Error {}

export function openLifetime(onFailure: (name: string, cause: unknown) => void): Lifetime {
  const opened: { readonly name: string; readonly close: () => Promise<unknown> | undefined }[] = [];
  let closing: Promise<void> | null = null;

  const closeOne = async (item: (typeof opened)[number]): Promise<void> => {
    try {
      await item.close();
    } catch (cause) {
      onFailure(item.name, cause);
    }
  };
  const closeAll = async (): Promise<void> => {
    for (let item = opened.pop(); item !== undefined; item = opened.pop()) await closeOne(item);
  };

  return {
    async add(name, close) {
      if (closing === null) {
        opened.push({ name, close });
        return;
      }
      await closing;
      await closeOne({ name, close });
      throw new StartCalledOff('The start was called off.');
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
    isClosing: () => closing !== null,
  };
}
