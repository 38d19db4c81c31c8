import type { Chance } from '#base/prng.ts';

const KEPT_OF_A_NAME = 60;
const READ_OF_A_LIST = 5;
const TEXT_LENGTH_MAX = 200;

/** Values that the program has told under each name, so that requests can name rows that exist. */
export interface KnownValues {
  /** Keeps what a successful answer holds. */
  learn(answer: unknown): void;
  /** A value told under this name; for `id`, any id. Undefined when none is known. */
  of(name: string, random: Chance): string | undefined;
}

export function knownValues(): KnownValues {
  const values = new Map<string, string[]>();
  let told = 0;
  const keep = (name: string, value: string): void => {
    const known = values.get(name) ?? [];
    values.set(name, known);
    told += 1;
    if (known.includes(value)) return;
    if (known.length < KEPT_OF_A_NAME) known.push(value);
    else known[told % KEPT_OF_A_NAME] = value;
  };
  const learn = (answer: unknown): void => {
    if (Array.isArray(answer)) for (const item of answer.slice(0, READ_OF_A_LIST)) learn(item);
    else if (typeof answer === 'object' && answer !== null) {
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX) keep(name, value);
        else learn(value);
      }
    }
  };
  const idNames = (): readonly string[] => [...values.keys()].filter((name) => name.endsWith('_id'));
  return {
    learn,
    of(name, random) {
      const ids = idNames();
      const source = name === 'id' && ids.length > 0 ? random.pick(ids) : name;
      const known = values.get(source);
      return known === undefined ? undefined : random.pick(known);
    },
  };
}
