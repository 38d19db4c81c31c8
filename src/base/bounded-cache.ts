/** Remembers a bounded number of values by text; what was not asked for the longest time is forgotten first. */
export class BoundedCache<T> {
  readonly #entries = new Map<string, T>();
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: string): T | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#sizeMax) break;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  deleteWhere(isGone: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (isGone(key)) this.#entries.delete(key);
  }
}
