import type { BotChange, LiveBot } from '#contract/live.ts';

type Change<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** The row with the fields of the change. */
export function withFields<Row extends object>(row: Row, change: Change<Row>): Row {
  const next = { ...row };
  for (const [name, value] of Object.entries(change)) {
    if (value !== undefined && name in row) Object.assign(next, { [name]: value });
  }
  return next;
}

/** The bot with what changed of it; atoms that did not change stay the same objects. */
export function withBotChange(bot: LiveBot, { atomChanges = [], ...fields }: BotChange): LiveBot {
  const next = withFields(bot, fields);
  if (atomChanges.length === 0) return next;
  const changes = new Map(atomChanges.map(({ at, ...change }) => [at, change]));
  const atoms = next.atoms.map((atom, at) => {
    const change = changes.get(at);
    return change === undefined ? atom : withFields(atom, change);
  });
  return { ...next, atoms };
}
