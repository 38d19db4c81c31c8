import { type Kysely, sql } from 'kysely';

/**
 * `levels_filled` and `levels_total` of a cycle counted the base order; the figures of bots and net cycles did not. Now
 * none does, and a safety order that was partly filled and then cancelled counts, also at the end of a cycle. The
 * counts are taken from the orders. The stored states of bots are updated too; atoms of a failed bot get that mode.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
update cycles set
  levels_total = levels_total - 1,
  levels_filled = (
    select count(*) from orders
    where orders.cycle_id = cycles.cycle_id and role = 'safety'
      and (orders.state = 'FILLED' or (orders.state in ('CANCELED', 'EXPIRED') and filled_qty > 0))
  );

update net_cycles set max_levels_filled = greatest(
  max_levels_filled,
  (select coalesce(max(levels_filled), 0) from cycles where cycles.net_cycle_id = net_cycles.net_cycle_id)
);

create function pg_temp.atom_without_base(atom jsonb, is_failed boolean) returns jsonb language sql immutable as $$
  with counted as (
    select case when jsonb_typeof(atom -> 'cycle') = 'object' then jsonb_set(
      atom, '{cycle,levelsFilled}', to_jsonb(greatest(0, (atom -> 'cycle' ->> 'levelsFilled')::integer - 1))
    ) else atom end as atom
  )
  select case when is_failed then jsonb_set(atom, '{mode}', '"failed"') else atom end from counted
$$;

update atoms set state = pg_temp.atom_without_base(
  atoms.state, (select bots.state = 'ERROR' from bots where bots.bot_id = atoms.bot_id)
);

update bots set snapshot = jsonb_set(snapshot, '{bot,atoms}', (
  select coalesce(jsonb_agg(pg_temp.atom_without_base(atom, bots.state = 'ERROR') order by place), '[]')
  from jsonb_array_elements(snapshot -> 'bot' -> 'atoms') with ordinality as list (atom, place)
));
`;
