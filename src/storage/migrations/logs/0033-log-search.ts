import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Text in the log is found by trigrams. Row-level security judges every row before a user's condition that could leak, and
 * `ilike` counts as one, so that no index would serve it in a query of the request login: a function of the owner asks the
 * index, for the rows of the present user alone. Where the extension may not be created, there is no index and the function
 * finds nothing out; made later by hand, the index is used from then on.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
do $$
begin
  create extension if not exists pg_trgm;
  create index logs_text on logs using gin (detail gin_trgm_ops, code gin_trgm_ops, symbol gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'the log is searched without an index: %', sqlerrm;
end $$;

-- The lines of the present user that match; null when there are more than so many, or no index.
create or replace function logs_like(pattern text, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  present_user constant text := current_setting('botyard.user', true);
  named constant text[] := array(select bot_id from bots where owner_id = present_user and name ilike pattern);
  found bigint[];
begin
  if to_regclass('logs_text') is null then
    return null;
  end if;
  -- With the texts in the statement, the planner knows how rare they are.
  execute format(
    'select array(select log_id from logs
                   where owner_id = %1$L and (detail ilike %2$L or code ilike %2$L or symbol ilike %2$L%3$s) limit %4$s)',
    present_user, pattern, case when cardinality(named) > 0 then format(' or bot_id = any(%L)', named) else '' end,
    most + 1) into found;
  return case when cardinality(found) <= most then found end;
end $$;
revoke all on function logs_like(text, integer) from public;
`;
