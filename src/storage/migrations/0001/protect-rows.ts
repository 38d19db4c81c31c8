/**
 * Row-level security on every table. It is forced, so it binds the owner too, who gets a policy of its own for migrations.
 * The policies of the logins are created where the logins are known.
 */
export const protectRows = `
do $$
declare name text;
begin
  for name in
    select table_name from information_schema.tables
     where table_schema = current_schema and table_type = 'BASE TABLE' and table_name not like 'kysely%'
  loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
end $$;
`;
